import { type RefObject, useEffect } from 'react'
import { canHover } from '../../../device/media-query.ts'
import type { SentenceActions } from './SentenceText.tsx'

const chipOpenMs = 6_000

/**
 * Event delegation for all sentences. A tap on the text plays from there. The chip of the hovered or focused sentence is shifted
 * so that it stays inside the column. Touch screens have no hover, so a tap shows the chip for a while.
 */
export function useSentenceGestures(column: RefObject<HTMLElement | null>, { listenFrom }: SentenceActions) {
  useEffect(() => {
    const text = column.current
    if (!text) return
    const onPointerOrFocus = (event: Event) => keepInView(text, sentenceOf(event))
    const onTap = (event: MouseEvent) => {
      const isWords = event.target instanceof Element && event.target.closest('.sentence__text')
      const sentence = sentenceOf(event)
      const at = sentence?.dataset.place?.split('/').map(Number)
      // Ignore the click that ends a text selection.
      if (!isWords || !sentence || !at || getSelection()?.isCollapsed === false) return
      if (!matchMedia(canHover).matches) openChip(sentence)
      listenFrom?.({ section: at[0]!, sentence: at[1]! })
    }
    let closeTimer: ReturnType<typeof setTimeout> | undefined
    const openChip = (sentence: HTMLElement) => {
      clearTimeout(closeTimer)
      closeChips(text)
      sentence.dataset.open = ''
      keepInView(text, sentence)
      closeTimer = setTimeout(() => closeChips(text), chipOpenMs)
    }
    text.addEventListener('pointerover', onPointerOrFocus)
    text.addEventListener('focusin', onPointerOrFocus)
    text.addEventListener('click', onTap)
    return () => {
      clearTimeout(closeTimer)
      text.removeEventListener('pointerover', onPointerOrFocus)
      text.removeEventListener('focusin', onPointerOrFocus)
      text.removeEventListener('click', onTap)
    }
  }, [column, listenFrom])
}

function closeChips(column: HTMLElement) {
  for (const open of column.querySelectorAll<HTMLElement>('[data-open]')) delete open.dataset.open
}

const sentenceOf = (event: Event) =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('.sentence') : null

function keepInView(column: HTMLElement, sentence: HTMLElement | null) {
  const chip = sentence?.querySelector<HTMLElement>('.sentence__chip')
  if (!chip) return
  chip.style.setProperty('--shift', '0px')
  const edge = column.getBoundingClientRect()
  const box = chip.getBoundingClientRect()
  const shift = Math.min(0, edge.right - box.right) + Math.max(0, edge.left - box.left)
  chip.style.setProperty('--shift', `${shift}px`)
}
