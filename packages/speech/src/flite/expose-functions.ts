const FUNCTION_NAMES_SUBSECTION = 1
const EXPORT_SECTION = 7
const CUSTOM_SECTION = 0
const FUNCTION_KIND = 0

/**
 * Returns a copy of the module that exports the named internal functions as well.
 *
 * Flite is published for WASI as a command with one export, `_start`, which takes a command line and prints. The module still contains the
 * C library, and its `name` section lists the function indexes. Adding entries to the export section lets us call `utt_synth` and walk its
 * result: exact word times, and one instance for many sentences. The command line only prints phones and needs a new start per sentence.
 *
 * Format: https://webassembly.github.io/spec/core/binary/modules.html, name section: appendix "Custom Sections".
 * Throws if the module has no function with one of the names.
 */
export function exposeFunctions(wasm: Uint8Array, names: readonly string[]): Uint8Array<ArrayBuffer> {
  const sections = [...readSections(wasm)]
  const exportSection = sections.find(section => section.id === EXPORT_SECTION)
  if (!exportSection) throw new Error('not a usable WebAssembly module: no export section')
  const indexes = functionIndexes(wasm, sections)

  const entries = names.flatMap(name => {
    const index = indexes.get(name)
    if (index === undefined) throw new Error(`the WebAssembly module has no function "${name}"`)
    const bytes = new TextEncoder().encode(name)
    return [...leb128(bytes.length), ...bytes, FUNCTION_KIND, ...leb128(index)]
  })
  const count = readLeb128(wasm, exportSection.start)
  const present = wasm.subarray(count.next, exportSection.end)
  const newCount = leb128(count.value + names.length)
  const head = [EXPORT_SECTION, ...leb128(newCount.length + present.length + entries.length), ...newCount]

  return concatenate([
    wasm.subarray(0, exportSection.at),
    Uint8Array.from(head),
    present,
    Uint8Array.from(entries),
    wasm.subarray(exportSection.end),
  ])
}

type Section = { id: number; at: number; start: number; end: number }

function* readSections(wasm: Uint8Array): Generator<Section> {
  const headerLength = 8
  for (let at = headerLength; at < wasm.length; ) {
    const { value: size, next: start } = readLeb128(wasm, at + 1)
    yield { id: wasm[at]!, at, start, end: start + size }
    at = start + size
  }
}

function functionIndexes(wasm: Uint8Array, sections: Section[]): Map<string, number> {
  const indexes = new Map<string, number>()
  for (const section of sections) {
    if (section.id !== CUSTOM_SECTION) continue
    const title = readName(wasm, section.start)
    if (title.name !== 'name') continue
    for (let at = title.next; at < section.end; ) {
      const size = readLeb128(wasm, at + 1)
      if (wasm[at] === FUNCTION_NAMES_SUBSECTION) {
        const count = readLeb128(wasm, size.next)
        let next = count.next
        for (let i = 0; i < count.value; i++) {
          const index = readLeb128(wasm, next)
          const entry = readName(wasm, index.next)
          indexes.set(entry.name, index.value)
          next = entry.next
        }
      }
      at = size.next + size.value
    }
  }
  return indexes
}

function readName(wasm: Uint8Array, at: number): { name: string; next: number } {
  const length = readLeb128(wasm, at)
  const next = length.next + length.value
  return { name: new TextDecoder().decode(wasm.subarray(length.next, next)), next }
}

function readLeb128(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++]
    if (byte === undefined) throw new Error('the WebAssembly module is truncated')
    value |= (byte & 0x7f) << shift
    if (byte < 0x80) return { value: value >>> 0, next: at }
  }
}

function leb128(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb128(value >>> 7)]
}

function concatenate(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    result.set(part, at)
    at += part.length
  }
  return result
}
