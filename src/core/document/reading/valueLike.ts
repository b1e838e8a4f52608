import {
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '../../json/json.ts';
import { valueOfNode, type ArrayNode, type ObjectNode, type SyntaxNode } from '../syntaxNode.ts';

/**
 * The data of a node, as `valueOfNode` makes it, out of parts of `like` where they say the same: the same members in the same
 * order, numbers written the same. What says the same throughout is `like` itself, and nothing is made.
 */
export function valueLike(node: SyntaxNode, like: JsonValue | undefined): JsonValue {
  if (node.kind === 'object' && isJsonObject(like)) {
    return objectLike(node, like);
  }
  if (node.kind === 'array' && isJsonArray(like)) {
    return listLike(node, like);
  }
  const isSame = node.kind === 'number' && like instanceof JsonNumber && like.lexeme === node.lexeme;
  return isSame ? like : valueOfNode(node);
}

function listLike({ items }: ArrayNode, like: JsonArray): JsonArray {
  const made = items.map((item, place) => valueLike(item, like[place]));
  return made.length === like.length && made.every((item, place) => item === like[place]) ? like : made;
}

function objectLike({ members }: ObjectNode, like: JsonObject): JsonObject {
  const made = new Map(members.map(({ key, value }) => [key, valueLike(value, like.get(key))]));
  if (made.size !== like.size) {
    return made;
  }
  const others = like.entries();
  for (const [key, value] of made) {
    const [otherKey, other] = others.next().value!;
    if (key !== otherKey || value !== other) {
      return made;
    }
  }
  return like;
}
