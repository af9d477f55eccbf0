import { MPEGDecoder } from 'mpg123-decoder'

/** Decodes a mono MP3 as gapless players do: without encoder delay and padding. */
export async function decodeMp3(mp3: Uint8Array) {
  const decoder = new MPEGDecoder({ enableGapless: true })
  await decoder.ready
  const { channelData, sampleRate, errors } = decoder.decode(mp3)
  decoder.free()
  if (errors.length > 0) throw new Error(`the MP3 has errors: ${errors[0]!.message}`)
  return { samples: channelData[0]!, sampleRate }
}
