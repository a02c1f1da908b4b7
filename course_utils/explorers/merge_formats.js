// Floating-point formats by their numbers of exponent and fraction bits. A double holds every
// number of each of them, so rounding to a format gives a double again.

export const FORMATS = {
  bfloat16: { exponent: 8, fraction: 7 },
  float16: { exponent: 5, fraction: 10 },
  float32: { exponent: 8, fraction: 23 },
  float64: { exponent: 11, fraction: 52 },
};

const eightBytes = new DataView(new ArrayBuffer(8));
const biasOf = (format) => 2 ** (format.exponent - 1) - 1;

// The k of 2^k <= |value| < 2^(k+1), read from the double's own bits.
function powerOf(value) {
  eightBytes.setFloat64(0, value);
  return ((eightBytes.getUint16(0) >> 4) & 0x7ff) - 1023;
}

// How far apart the format's numbers lie around `value`.
export function stepAt(value, format) {
  return 2 ** (Math.max(powerOf(value), 1 - biasOf(format)) - format.fraction);
}

function halfToEven(number) {
  const floor = Math.floor(number);
  const rest = number - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
}

export function roundTo(value, format) {
  if (value === 0 || format.fraction === 52) return value;
  const step = stepAt(value, format);
  return halfToEven(value / step) * step;
}

// entry + place as a computer of that format has it: both rounded, then the sum.
export const added = (entry, place, format) =>
  roundTo(roundTo(entry, format) + roundTo(place, format), format);

// Sign, exponent and fraction of a number that the format holds, as zeros and ones.
export function bitsOf(value, format) {
  const { exponent, fraction } = format;
  const least = 1 - biasOf(format);
  const power = Math.max(powerOf(value), least);
  const scaled = Math.abs(value) / 2 ** power; // below 1 for 0 and the smallest numbers only
  const biased = scaled < 1 ? 0 : power + biasOf(format);
  const rest = (scaled < 1 ? scaled : scaled - 1) * 2 ** fraction;
  const digits = (number, n) =>
    Array.from({ length: n }, (_, i) => Math.floor(number / 2 ** (n - 1 - i)) % 2);
  return [Number(value < 0), ...digits(biased, exponent), ...digits(rest, fraction)];
}

// 1 − cosine of the angle between two vectors, without the cancellation of the plain formula.
export function offCosine(first, second) {
  const unit = (vector) => vector.map((entry) => entry / Math.hypot(...vector));
  const [one, other] = [unit(first), unit(second)];
  return one.reduce((sum, entry, k) => sum + (entry - other[k]) ** 2, 0) / 2;
}
