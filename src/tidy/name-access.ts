/**
 * Finds where a record is asked by a computed name in a way that also finds, or sets, what every object inherits. The
 * compiler tells which objects are records (a string index) and which keys are any text; fixed keys, numbers, maps and
 * `NameTable` are not looked at. Not seen: objects that were cast to a type without an index, and what packages do
 * inside.
 */
import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import {
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isElementAccessExpression,
  isForInStatement,
  isForOfStatement,
} from "typescript/unstable/ast/is";
import { API, type Checker, type Type, TypeFlags } from "typescript/unstable/sync";

/** One place; `object` and `name` are looked up by type. */
interface Access {
  readonly node: Node;
  readonly kind: "read" | "write" | "in" | "assign" | "binding";
  readonly object: Node;
  readonly name: Node;
}

const ANY_TEXT =
  TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.Any | TypeFlags.TypeParameter | TypeFlags.Index;

/**
 * `file:line: text` of each place in the files of a project that `isLookedAt` takes, and how many places of any kind
 * there are.
 */
export function unguardedNames(
  configFile: string,
  isLookedAt: (file: string) => boolean,
): { found: readonly string[]; looked: number } {
  using api = new DisposableApi();
  const project = api.updateSnapshot({ openProject: configFile }).getProjects()[0];
  if (!project) throw new Error(`no project ${configFile}`);
  const { program, checker } = project;
  const files = program.getSourceFileNames().filter(isLookedAt);
  const accesses = files.flatMap((name) => accessesOf(program.getSourceFile(name)));
  const objects = checker.getTypeAtLocation(accesses.map(({ object }) => object));
  const names = checker.getTypeAtLocation(accesses.map(({ name }) => name));
  const isRecord = recordTest(checker);
  const found = accesses.filter(({ kind, node }, at) => {
    if (kind === "assign") return isRecord(names[at]);
    if (kind === "binding") return true;
    return isAnyText(names[at]) && (kind === "in" || isRecord(objects[at])) && !(kind === "read" && isOwnKey(node));
  });
  return { found: found.map(({ node }) => placeOf(node)), looked: accesses.length };
}

/** The compiler, ended with its block. */
class DisposableApi extends API {
  [Symbol.dispose](): void {
    this.close();
  }
}

function accessesOf(file: SourceFile | undefined): Access[] {
  const accesses: Access[] = [];
  const visit = (node: Node): void => {
    const access = accessOf(node);
    if (access) accesses.push(access);
    node.forEachChild(visit);
  };
  if (file) visit(file);
  return accesses;
}

function accessOf(node: Node): Access | undefined {
  if (isElementAccessExpression(node)) {
    // Only what an object has itself can be deleted.
    if (node.parent.kind === SyntaxKind.DeleteExpression) return undefined;
    return { node, kind: isWritten(node) ? "write" : "read", object: node.expression, name: node.argumentExpression };
  }
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword)
    return { node, kind: "in", object: node.right, name: node.left };
  if (isCallExpression(node) && textOf(node.expression) === "Object.assign" && node.arguments[1]) {
    return { node, kind: "assign", object: node.expression, name: node.arguments[1] };
  }
  // `{ [name]: _gone, ...rest }` leaves something out; what it takes is not used.
  if (
    isBindingElement(node) &&
    node.propertyName?.kind === SyntaxKind.ComputedPropertyName &&
    node.name &&
    !textOf(node.name).startsWith("_")
  ) {
    return { node, kind: "binding", object: node, name: node };
  }
  return undefined;
}

/** Left of any assignment. */
function isWritten(node: Node): boolean {
  const { parent } = node;
  if (!isBinaryExpression(parent) || parent.left !== node) return false;
  return (
    parent.operatorToken.kind >= SyntaxKind.FirstAssignment && parent.operatorToken.kind <= SyntaxKind.LastAssignment
  );
}

/** Whether the key of an access comes from a loop over the keys of the same object. */
function isOwnKey(node: Node): boolean {
  if (!isElementAccessExpression(node)) return false;
  const variable = `const ${textOf(node.argumentExpression)}`;
  const object = textOf(node.expression);
  for (let around: Node = node.parent; around.kind !== SyntaxKind.SourceFile; around = around.parent) {
    if (isForInStatement(around) && textOf(around.initializer) === variable)
      return textOf(around.expression) === object;
    if (isForOfStatement(around) && textOf(around.initializer) === variable)
      return textOf(around.expression) === `Object.keys(${object})`;
  }
  return false;
}

function isAnyText(type: Type | undefined): boolean {
  if (!type) return false;
  return type.isUnionType() ? type.getTypes().some(isAnyText) : (type.flags & ANY_TEXT) !== 0;
}

/** Whether a type has a string index and is no `NameTable`. */
function recordTest(checker: Checker): (type: Type | undefined) => boolean {
  const known = new Map<number, boolean>();
  const isRecord = (type: Type | undefined): boolean => {
    if (!type) return false;
    const before = known.get(type.id);
    if (before !== undefined) return before;
    const is = judged(type);
    known.set(type.id, is);
    return is;
  };
  const judged = (type: Type): boolean => {
    if (type.isUnionType() || type.isIntersectionType()) return type.getTypes().some(isRecord);
    if (type.isTypeParameter()) return isRecord(checker.getBaseConstraintOfType(type));
    if (!type.isObjectType() || type.getSymbol()?.name === "NameTable") return false;
    return checker.getIndexInfosOfType(type).some(({ keyType }) => (keyType.flags & TypeFlags.String) !== 0);
  };
  return isRecord;
}

function placeOf(node: Node): string {
  const file = node.getSourceFile();
  const line = file.text.slice(0, node.getStart()).split("\n").length;
  return `${file.fileName}:${line}: ${textOf(node)}`;
}

function textOf(node: Node): string {
  return node.getSourceFile().text.slice(node.getStart(), node.end);
}
