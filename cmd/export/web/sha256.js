// SHA-256 of bytes, in hexadecimal. Browsers have it only on https and on localhost, so there is a
// plain version for other hosts (FIPS 180-4).

const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");

// sha256 resolves with the digest of a Uint8Array.
export async function sha256(bytes) {
  const { subtle } = globalThis.crypto ?? {};
  return subtle ? hex(new Uint8Array(await subtle.digest("SHA-256", bytes))) : plain(bytes);
}

// fraction returns the first 32 bits of the fractional part of a number.
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;

function firstPrimes(n) {
  const primes = [];
  for (let candidate = 2; primes.length < n; candidate++)
    if (primes.every((p) => candidate % p)) primes.push(candidate);
  return primes;
}

const primes = firstPrimes(64);
const constants = Int32Array.from(primes, (p) => fraction(Math.cbrt(p)));

const turn = (x, n) => (x >>> n) | (x << (32 - n));

// padded returns the message with a bit 1, zeros and its length in bits.
function padded(bytes) {
  const size = Math.ceil((bytes.length + 9) / 64) * 64,
    message = new Uint8Array(size),
    view = new DataView(message.buffer);
  message.set(bytes);
  message[bytes.length] = 0x80;
  view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(size - 4, bytes.length << 3);
  return view;
}

// plain is the version that needs no help from the browser.
export function plain(bytes) {
  const message = padded(bytes),
    state = Int32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p))),
    w = new Int32Array(64);
  for (let block = 0; block < message.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = message.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15],
        y = w[i - 2];
      w[i] =
        w[i - 16] +
        (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) +
        w[i - 7] +
        (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    mix(state, w);
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setInt32(4 * i, word));
  return hex(new Uint8Array(out.buffer));
}

// mix adds a block to the state.
function mix(state, w) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one =
        (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i]) | 0,
      two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}
