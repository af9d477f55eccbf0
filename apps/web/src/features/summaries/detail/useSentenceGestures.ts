import { type RefObject, useEffect } from 'react'
import { canHover } from '../../../device/media-query.ts'
import type { SentenceActions } from './SentenceText.tsx'

const openForMs = 6_000

/**
 * Listens once for all sentences: a tap on the words hears from there, and the chip of the sentence under the pointer or
 * the focus is moved back into the column where it would hang over its edge. A finger hovers over nothing: where it tapped,
 * the chip stands for a while.
 */
export function useSentenceGestures(column: RefObject<HTMLElement | null>, { hear }: SentenceActions) {
  useEffect(() => {
    const text = column.current
    if (!text) return
    const place = (event: Event) => keepInView(text, sentenceOf(event))
    const tap = (event: MouseEvent) => {
      const isWords = event.target instanceof Element && event.target.closest('.sentence__text')
      const sentence = sentenceOf(event)
      const at = sentence?.dataset.place?.split('/').map(Number)
      // The end of a selection is no tap.
      if (!isWords || !sentence || !at || getSelection()?.isCollapsed === false) return
      if (!matchMedia(canHover).matches) openChip(sentence)
      hear?.({ section: at[0]!, sentence: at[1]! })
    }
    let closing: ReturnType<typeof setTimeout> | undefined
    const openChip = (sentence: HTMLElement) => {
      clearTimeout(closing)
      closeChips(text)
      sentence.dataset.open = ''
      keepInView(text, sentence)
      closing = setTimeout(() => closeChips(text), openForMs)
    }
    text.addEventListener('pointerover', place)
    text.addEventListener('focusin', place)
    text.addEventListener('click', tap)
    return () => {
      clearTimeout(closing)
      text.removeEventListener('pointerover', place)
      text.removeEventListener('focusin', place)
      text.removeEventListener('click', tap)
    }
  }, [column, hear])
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
