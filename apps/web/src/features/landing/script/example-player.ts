import { minutesAndSeconds } from '../../../ui/time.ts'

/** Plays the example; the sentence that is heard is marked, and the time beside each leads to it. */
export function playExample(example: HTMLElement): void {
  const audio = example.querySelector('audio')!
  const button = example.querySelector<HTMLElement>('.example__play')!
  const bar = example.querySelector('progress')!
  const time = example.querySelector('.example__time')!
  const failed = example.querySelector<HTMLElement>('.example__failed')!
  const sentences = [...example.querySelectorAll<HTMLElement>('[data-start]')]
  const whole = time.textContent!
  audio.controls = false

  const play = () => audio.play().catch(tellFailure)
  const tellFailure = (error: Error) => {
    // Pressed again before it began: nothing has failed.
    if (error.name !== 'AbortError') failed.textContent = failed.dataset.failed!
  }
  const show = () => {
    const ms = Math.round(audio.currentTime * 1000)
    const isUnderway = ms > 0 && !audio.ended
    bar.value = isUnderway ? ms : 0
    time.textContent = isUnderway ? `${minutesAndSeconds(ms)} / ${whole}` : whole
    for (const sentence of sentences) {
      const isHeard = isUnderway && ms >= Number(sentence.dataset.start) && ms < Number(sentence.dataset.end)
      if (isHeard) sentence.setAttribute('aria-current', 'true')
      else sentence.removeAttribute('aria-current')
    }
  }
  const showState = () => {
    const isPlaying = !audio.paused
    example.toggleAttribute('data-playing', isPlaying)
    button.setAttribute('aria-label', (isPlaying ? button.dataset.pause : button.dataset.play)!)
    failed.textContent = ''
    show()
  }

  button.addEventListener('click', () => (audio.paused ? play() : audio.pause()))
  for (const event of ['play', 'pause', 'ended']) audio.addEventListener(event, showState)
  for (const event of ['timeupdate', 'seeked']) audio.addEventListener(event, show)
  example.addEventListener('click', event => {
    const sentence = (event.target as Element).closest('a')?.closest<HTMLElement>('[data-start]')
    if (!sentence) return
    event.preventDefault()
    audio.currentTime = Number(sentence.dataset.start) / 1000
    void play()
  })
}
