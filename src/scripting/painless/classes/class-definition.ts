/** A class of the allow-list as data: what scripts may call of it, and nothing else of it exists for them. */

/** Takes the object (but for statics) and the arguments, as locals of the declared types are kept. */
export type Implementation = (...args: never[]) => unknown;

export interface ClassDefinition {
  /** Full name. */
  readonly name: string;
  /** Full names of the classes whose members it has as well. */
  readonly supers?: readonly string[];
  /**
   * By signature: `int length()`, `static int max(int,int)`, `new(int)`. There is one for each name and number of
   * arguments.
   */
  readonly members: Readonly<Record<string, Implementation>>;
  /** Static fields by type and name: `double PI`. */
  readonly constants?: Readonly<Record<string, unknown>>;
  /** Of functional interfaces: the signature of their one method. */
  readonly functional?: string;
}

/** A member, its signature read. */
export interface Member {
  readonly owner: string;
  readonly name: string;
  readonly isStatic: boolean;
  /** Names of types. */
  readonly parameters: readonly string[];
  readonly returns: string;
  readonly call: (...args: unknown[]) => unknown;
}

const SIGNATURE = /^(static )?(?:([\w.[\]]+) )?(\w+)\((.*)\)$/;

/** Reads a signature. */
export function memberOf(owner: string, signature: string, implementation: Implementation): Member {
  const [, isStatic, returns, name = "", parameters = ""] = SIGNATURE.exec(signature) ?? [];
  return {
    owner,
    name,
    isStatic: isStatic !== undefined || name === "new",
    parameters: parameters === "" ? [] : parameters.split(","),
    returns: returns ?? owner,
    call: implementation as (...args: unknown[]) => unknown,
  };
}
