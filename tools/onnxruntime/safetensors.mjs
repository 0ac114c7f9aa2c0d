// Reads a safetensors file by its specification
// (https://github.com/huggingface/safetensors#format): the length of the header in 8 bytes,
// little-endian, the header as JSON, then the data.

// safetensors returns the metadata of a file and its tensors in the order of their data: name,
// shape, values.
export function safetensors(bytes) {
  const length = Number(bytes.readBigUInt64LE(0));
  const { __metadata__: metadata = {}, ...entries } = JSON.parse(bytes.toString("utf8", 8, 8 + length));
  const data = bytes.subarray(8 + length);
  const tensors = Object.entries(entries)
    .map(
      ([
        name,
        {
          dtype,
          shape,
          data_offsets: [begin, end],
        },
      ]) => {
        if (dtype !== "F32") throw new Error(`${name} is ${dtype}, want F32`);
        if (end - begin !== 4 * shape.reduce((a, b) => a * b, 1) || end > data.length)
          throw new Error(`${name} of shape ${shape} lies at bytes ${begin} to ${end} of ${data.length}`);
        const values = Array.from({ length: (end - begin) / 4 }, (_, i) => data.readFloatLE(begin + 4 * i));
        return { name, shape, begin, end, values };
      },
    )
    .sort((a, b) => a.begin - b.begin);
  tensors.reduce((end, t) => {
    if (t.begin !== end)
      throw new Error(`${t.name} begins at byte ${t.begin}, the one before it ends at ${end}`);
    return t.end;
  }, 0);
  if (tensors.at(-1).end !== data.length)
    throw new Error(`${data.length} bytes of data, ${tensors.at(-1).end} used`);
  return { metadata, tensors };
}
