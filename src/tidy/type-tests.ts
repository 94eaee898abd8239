/**
 * Finds where the type of a field decides what is done: compared, switched on, looked up in a table, or taken out of
 * the field by a pattern, behind which it would be lost from sight. The compiler tells which objects are fields.
 */
import { type Node, SyntaxKind } from "typescript/unstable/ast";
import {
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isElementAccessExpression,
  isPropertyAccessExpression,
  isSwitchStatement,
} from "typescript/unstable/ast/is";
import { API, type Type } from "typescript/unstable/sync";

const FIELDS: ReadonlySet<string> = new Set(["MappedField", "IndexableField"]);

const COMPARISONS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.InKeyword,
]);

/** Calls that look something up. */
const LOOKING_UP = /(?:\bownOf|\.has|\.get|\.includes|\.indexOf|\.test)$/;

/** `file:line: text` of each place in the files of a project that `isLookedAt` takes, and how many were considered. */
export function fieldTypeTests(
  configFile: string,
  isLookedAt: (file: string) => boolean,
): { found: readonly string[]; looked: number } {
  const api = new API();
  try {
    const project = api.updateSnapshot({ openProject: configFile }).getProjects()[0];
    if (!project) throw new Error(`no project ${configFile}`);
    const { program, checker } = project;
    const places: { readonly node: Node; readonly object: Node; readonly decides: boolean }[] = [];
    const visit = (node: Node): void => {
      if (isPropertyAccessExpression(node) && textOf(node.name) === "type")
        places.push({ node, object: node.expression, decides: decides(node) });
      if (isBindingElement(node) && isNamedType(node.propertyName ?? node.name))
        places.push({ node, object: node.parent, decides: true });
      node.forEachChild(visit);
    };
    for (const name of program.getSourceFileNames().filter(isLookedAt)) {
      const file = program.getSourceFile(name);
      if (file) visit(file);
    }
    const types = checker.getTypeAtLocation(places.map(({ object }) => object));
    const ofFields = places.filter((_, at) => isField(types[at]));
    return {
      found: ofFields.filter((place) => place.decides).map(({ node }) => placeOf(node)),
      looked: ofFields.length,
    };
  } finally {
    api.close();
  }
}

/** Holes in the patterns of arrays have no name. */
function isNamedType(name: Node | undefined): boolean {
  return name !== undefined && textOf(name) === "type";
}

function isField(type: Type | undefined): boolean {
  if (!type) return false;
  if (type.isUnionType() || type.isIntersectionType()) return type.getTypes().some(isField);
  return FIELDS.has(type.getSymbol()?.name ?? "");
}

/** Whether what is done depends on the value of an expression. */
function decides(node: Node): boolean {
  const { parent } = node;
  if (parent.kind === SyntaxKind.ParenthesizedExpression || parent.kind === SyntaxKind.NonNullExpression)
    return decides(parent);
  if (isBinaryExpression(parent))
    return parent.operatorToken.kind === SyntaxKind.QuestionQuestionToken
      ? decides(parent)
      : COMPARISONS.has(parent.operatorToken.kind);
  if (isSwitchStatement(parent)) return true;
  if (isElementAccessExpression(parent)) return parent.argumentExpression === node;
  // `field.type.endsWith(…)`.
  if (isPropertyAccessExpression(parent)) return isCallExpression(parent.parent);
  return isCallExpression(parent) && LOOKING_UP.test(textOf(parent.expression));
}

function placeOf(node: Node): string {
  const file = node.getSourceFile();
  const line = file.text.slice(0, node.getStart()).split("\n").length;
  const parent = isBindingElement(node) ? node : node.parent;
  return `${file.fileName}:${line}: ${textOf(parent)}`;
}

function textOf(node: Node): string {
  return node.getSourceFile().text.slice(node.getStart(), node.end);
}
