import type { SummaryContent } from '@recaps/contract/summary-content'
import { openFlite } from '@recaps/speech/flite/open-flite'
import { spokenText } from '@recaps/speech/text/speech-plan'

/** CPU seconds that the voice alone needs for a summary: one thread, without loudness, MP3 or word timings. */
export async function measureBareVoice(content: SummaryContent): Promise<number> {
  const flite = await openFlite('rms')
  flite.speak('Ready.')
  const sentences = [...content.inThreePoints, ...content.sections.flatMap(section => section.sentences)]
  const texts = [...content.sections.map(({ title }) => title), ...sentences.map(({ text }) => text)]
  const before = process.cpuUsage()
  for (const text of texts) {
    const spoken = spokenText(text)
    // The voice can't speak longer texts at once.
    if (spoken !== '') for (const part of spoken.match(/.{1,300}(?= |$)/g) ?? []) flite.speak(part)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
