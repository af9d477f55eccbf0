import { formatMinutesAndSeconds } from '../../../ui/time.ts'

/** Makes the example playable: highlights the current sentence, and plays from a sentence when its time is clicked. */
export function playExample(example: HTMLElement): void {
  const audio = example.querySelector('audio')!
  const button = example.querySelector<HTMLElement>('.example__play')!
  const progress = example.querySelector('progress')!
  const time = example.querySelector('.example__time')!
  const failed = example.querySelector<HTMLElement>('.example__failed')!
  const sentences = [...example.querySelectorAll<HTMLElement>('[data-start]')]
  const duration = time.textContent!
  audio.controls = false

  const play = () => audio.play().catch(showFailure)
  const showFailure = (error: Error) => {
    // The user paused before playback started, which is no failure.
    if (error.name !== 'AbortError') failed.textContent = failed.dataset.failed!
  }
  const showPosition = () => {
    const ms = Math.round(audio.currentTime * 1000)
    const isStarted = ms > 0 && !audio.ended
    progress.value = isStarted ? ms : 0
    time.textContent = isStarted ? `${formatMinutesAndSeconds(ms)} / ${duration}` : duration
    for (const sentence of sentences) {
      const isCurrent = isStarted && ms >= Number(sentence.dataset.start) && ms < Number(sentence.dataset.end)
      if (isCurrent) sentence.setAttribute('aria-current', 'true')
      else sentence.removeAttribute('aria-current')
    }
  }
  const showState = () => {
    const isPlaying = !audio.paused
    example.toggleAttribute('data-playing', isPlaying)
    button.setAttribute('aria-label', (isPlaying ? button.dataset.pause : button.dataset.play)!)
    failed.textContent = ''
    showPosition()
  }

  button.addEventListener('click', () => (audio.paused ? play() : audio.pause()))
  for (const event of ['play', 'pause', 'ended']) audio.addEventListener(event, showState)
  for (const event of ['timeupdate', 'seeked']) audio.addEventListener(event, showPosition)
  example.addEventListener('click', event => {
    const sentence = (event.target as Element).closest('a')?.closest<HTMLElement>('[data-start]')
    if (!sentence) return
    event.preventDefault()
    audio.currentTime = Number(sentence.dataset.start) / 1000
    void play()
  })
}
