/**
 * Makes the files of an index from those of another one, before anybody knows of it: after a crash they are what no
 * index has, and go.
 */
import { shardRouting } from "../shard-routing.ts";
import { ManifestStore } from "../../store/manifest/manifest-store.ts";
import { manifestFiles, type ShardManifest } from "../../store/manifest/shard-manifest.ts";
import { type ResizePlan, sourceShardsOf } from "./resize-plan.ts";
import { SeededShard, type Seeding } from "./seeded-shard.ts";
import { linkShard } from "./source-shard.ts";

/** The shards of the source are flushed, and nothing is written to them. */
export async function seedIndex(seeding: Omit<Seeding, "primaryTerm">, plan: ResizePlan): Promise<void> {
  const { target, source, sourceShards } = plan;
  const { files, currentLog } = seeding;
  const folder = `indices/${target.uuid}`;
  if (target.numberOfShards === sourceShards) {
    for (let shard = 0; shard < sourceShards; shard++) {
      const to = `${folder}/${shard}`;
      const linked = linkShard(files, `indices/${source}/${shard}`, to);
      if (!linked) continue;
      const folders = new Set(manifestFiles(linked).map((path) => path.slice(0, path.lastIndexOf("/"))));
      for (const linkedInto of folders) await files.syncFolder(linkedInto);
      await new ManifestStore(files, to).write({ ...linked, replayFromFile: currentLog });
    }
    return;
  }
  const linked: (ShardManifest | undefined)[] = [];
  for (let shard = 0; shard < sourceShards; shard++)
    linked.push(linkShard(files, `indices/${source}/${shard}`, `${folder}/sources/${shard}`));
  const routing = shardRouting(target);
  for (let shard = 0; shard < target.numberOfShards; shard++) {
    const seeded = new SeededShard({ ...seeding, primaryTerm: target.primaryTerms[shard] ?? 1 }, `${folder}/${shard}`);
    for (const from of sourceShardsOf(plan, shard)) {
      const manifest = linked[from];
      if (manifest) await seeded.add(manifest, (record) => routing.shardOf(record.id, record.routing) === shard);
    }
    await seeded.finish();
  }
  files.remove(`${folder}/sources`);
}
