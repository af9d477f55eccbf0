import type { AudioSource } from '../../ports/audio-source.ts'
import { createQueryChain, type ProviderChain } from '../youtube/provider-chain.ts'

export const chainedAudio = (chain: ProviderChain<AudioSource>): AudioSource => {
  const runChain = createQueryChain(chain)
  return {
    download: (videoId, file, { signal }) =>
      runChain(videoId, (port, stop) => port.download(videoId, file, { signal: stop }), signal),
  }
}
