// The metadata of an ONNX model, read from the file's bytes. It is field 14 of the message
// ModelProto. Its entries have a key (field 1) and a value (field 2)
// (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto,
// https://protobuf.dev/programming-guides/encoding/).

// metadata returns the entries of a model as an object of texts.
export function metadata(bytes) {
  const entries = fields(bytes)
    .filter((f) => f.number === 14)
    .map((f) => fields(f.content));
  const text = (entry, number) => entry.find((f) => f.number === number)?.content.toString("utf8") ?? "";
  return Object.fromEntries(entries.map((entry) => [text(entry, 1), text(entry, 2)]));
}

// fields returns the fields of a message; those of bytes, texts and messages with their content.
function fields(bytes) {
  const list = [];
  for (let at = 0; at < bytes.length;) {
    const tag = varint(bytes, at);
    const number = Math.floor(tag.value / 8);
    at = tag.end;
    switch (tag.value % 8) {
      case 0:
        at = varint(bytes, at).end;
        break;
      case 1:
        at += 8;
        break;
      case 5:
        at += 4;
        break;
      case 2: {
        const length = varint(bytes, at);
        at = length.end + length.value;
        if (at > bytes.length) throw new Error("the model is cut short");
        list.push({ number, content: bytes.subarray(length.end, at) });
        break;
      }
      default:
        throw new Error(`the model has a field of wire type ${tag.value % 8}`);
    }
  }
  return list;
}

// varint reads a number, seven bits a byte, the lowest first.
function varint(bytes, at) {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    if (at >= bytes.length) throw new Error("the model is cut short");
    const byte = bytes[at++];
    value += (byte & 127) * scale;
    if (byte < 128) return { value, end: at };
  }
}
