// Self-attention for every order of the tokens, kept by token: a token's number is its place in
// the original order. "Did this token's output change?" is then a plain subtraction.

const product = (a, b) =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, value, k) => sum + value * b[k][j], 0)));

function softmax(scores) {
  const top = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

// x is in places, not tokens: row i is who stands at place i. Returns weights and outputs by place.
function attendInPlace(x, matrices, causal) {
  const [query, key, value] = ["w_query", "w_key", "w_value"].map((w) => product(x, matrices[w]));
  const scale = Math.sqrt(query[0].length);
  const score = (q, k) => q.reduce((sum, entry, n) => sum + entry * k[n], 0) / scale;
  const weights = query.map((q, i) =>
    softmax(key.map((k, j) => (causal && j > i ? -Infinity : score(q, k)))));
  return { weights, outputs: product(weights, value) };
}

// order[place] = token. Returns weights[token][token], outputs[token] and the mean over tokens.
export function attend(matrices, order, withPositions, causal) {
  const shift = withPositions ? matrices.positions : null;
  const x = order.map((token, place) =>
    matrices.x[token].map((entry, k) => entry + (shift ? shift[place][k] : 0)));
  const placed = attendInPlace(x, matrices, causal);
  const place = placesOf(order);
  const weights = place.map((i) => place.map((j) => placed.weights[i][j]));
  const outputs = place.map((i) => placed.outputs[i]);
  // Summed by place, as a mean over a sentence is: its last bits may move with the order.
  const total = placed.outputs.reduce((sum, row) => sum.map((entry, k) => entry + row[k]));
  return { weights, outputs, mean: total.map((entry) => entry / order.length) };
}

const placesOf = (order) => order.map((_, token) => order.indexOf(token));
const largestDifference = (a, b) => Math.max(...a.map((entry, k) => Math.abs(entry - b[k])));

// Changes against the original order, with the switches left as they are.
export function compare(matrices, order, withPositions, causal) {
  const original = order.map((_, token) => token);
  const before = attend(matrices, original, withPositions, causal);
  const now = attend(matrices, order, withPositions, causal);
  const change = now.outputs.map((row, token) => largestDifference(row, before.outputs[token]));
  const pooled = largestDifference(now.mean, before.mean);
  return { ...now, place: placesOf(order), change, pooled, most: Math.max(...change) };
}
