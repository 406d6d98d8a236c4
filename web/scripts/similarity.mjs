// Orders byte strings so that similar strings are next to each other, because they then compress better. The strings
// are bisected recursively. In each bisection, the halves exchange strings as long as this gathers shared features in
// one half (Dhulipala et al., "Compressing Graphs and Indexes with Recursive Graph Bisection", KDD 2016). Linkers order
// the functions of phone apps in the same way.

/** Length of a feature in bytes. Each substring of this length is a feature of the string. */
const PIECE = 4;
/** Sets with fewer strings are not bisected. */
const SMALLEST = 8;
/** Maximum number of rounds of exchanges in a bisection. */
const ROUNDS = 15;

/**
 * Returns the indices of `strings` in an order that puts similar strings next to each other. The bisection starts from
 * the order by length.
 */
export function orderBySimilarity(strings) {
  const order = Int32Array.from(strings.keys()).sort((one, other) => strings[one].length - strings[other].length);
  const { features, count } = findSharedFeatures(strings);
  const sides = [new Int32Array(count), new Int32Array(count)];
  const costs = Float64Array.from({ length: strings.length + 2 }, (_, members) => -members * Math.log2(members + 1));
  const parts = [order];
  while (parts.length > 0) {
    const part = parts.pop();
    if (part.length < SMALLEST) continue;
    bisect(part, features, sides, costs);
    parts.push(part.subarray(0, part.length >> 1), part.subarray(part.length >> 1));
  }
  return order;
}

/**
 * Returns the ids of the shared features of each string, and the number of all shared features. A feature is shared
 * if it occurs in at least two strings and in at most half of them.
 */
function findSharedFeatures(strings) {
  const pieces = strings.map((string) => new Set(piecesOf(string)));
  const holders = new Map();
  for (const set of pieces) for (const piece of set) holders.set(piece, (holders.get(piece) ?? 0) + 1);
  const shared = [...holders].filter(([, held]) => held > 1 && held <= strings.length / 2);
  const numbers = new Map(shared.map(([piece], number) => [piece, number]));
  const features = pieces.map((set) => Int32Array.from([...set].filter((piece) => numbers.has(piece)), (piece) => numbers.get(piece)));
  return { features, count: numbers.size };
}

function* piecesOf(string) {
  for (let at = 0; at + PIECE <= string.length; at++) {
    yield string[at] | (string[at + 1] << 8) | (string[at + 2] << 16) | (string[at + 3] << 24);
  }
}

/**
 * Exchanges members of the two halves of `part` in place. For each feature, `sides` counts the members of each half
 * that have it.
 */
function bisect(part, features, sides, costs) {
  const half = part.length >> 1;
  const sideOf = (at) => (at < half ? 0 : 1);
  part.forEach((member, at) => features[member].forEach((feature) => sides[sideOf(at)][feature]++));
  for (let round = 0; round < ROUNDS; round++) {
    const gains = Float64Array.from(part, (member, at) => gainOfMove(features[member], sides, sideOf(at), costs));
    const byGain = Int32Array.from(part.keys()).sort((one, other) => gains[other] - gains[one]);
    const here = byGain.filter((at) => sideOf(at) === 0);
    const there = byGain.filter((at) => sideOf(at) === 1);
    const isWorse = (at, pair) => gains[at] + gains[there[pair]] <= 1e-9;
    const worse = here.findIndex(isWorse);
    const exchanged = worse < 0 ? here.length : worse;
    if (exchanged === 0) break;
    for (let pair = 0; pair < exchanged; pair++) exchange(part, here[pair], there[pair], features, sides);
  }
  for (const member of part) for (const feature of features[member]) sides[0][feature] = sides[1][feature] = 0;
}

/**
 * Returns the cost saved by moving a string to the other half. `costs[n]` is the logarithmic cost of a feature that
 * occurs in `n` strings of one half. A feature is cheaper if it is distributed more unevenly.
 */
function gainOfMove(features, sides, from, costs) {
  let gain = 0;
  for (const feature of features) {
    const here = sides[from][feature];
    const there = sides[1 - from][feature];
    gain += costs[here] + costs[there] - costs[here - 1] - costs[there + 1];
  }
  return gain;
}

function exchange(part, here, there, features, [left, right]) {
  for (const feature of features[part[here]]) {
    left[feature]--;
    right[feature]++;
  }
  for (const feature of features[part[there]]) {
    right[feature]--;
    left[feature]++;
  }
  [part[here], part[there]] = [part[there], part[here]];
}
