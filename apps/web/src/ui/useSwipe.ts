import { type PointerEvent, useRef } from 'react'
import './useSwipe.css'

/** How far a finger must swipe to trigger the action, in pixels. */
export const swipeDistancePx = 88
/** Movements below this are a tap or the start of a scroll. */
const slackPx = 10

interface Swipe {
  isOn: boolean
  onLeft(): void
  /** Without it, the row can't be swiped to the right. */
  onRight?(): void
}

/**
 * Makes a row swipeable: an element of the class `swipe-row`, with the labels of the actions in `data-left` and `data-right`.
 * Writes the distance directly to the element, because rendering is too slow to follow a finger. Touch only: mouse and pen
 * users have the menu.
 */
export function useSwipe({ isOn, onLeft, onRight }: Swipe) {
  const start = useRef<{ x: number; isSwiping: boolean } | null>(null)

  const show = (element: HTMLElement, dx: number) => {
    element.style.setProperty('--pull', `${dx}px`)
    element.dataset.pull = dx === 0 ? '' : `${dx < 0 ? 'left' : 'right'}${isFar(dx) ? ' far' : ''}`
    if (dx === 0) delete element.dataset.pull
  }
  const end = (event: PointerEvent<HTMLElement>, isReleased: boolean) => {
    const from = start.current
    start.current = null
    if (!from?.isSwiping) return
    const dx = event.clientX - from.x
    show(event.currentTarget, 0)
    if (isReleased && isFar(dx)) (dx < 0 ? onLeft : onRight)?.()
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (isOn && event.pointerType === 'touch') start.current = { x: event.clientX, isSwiping: false }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const from = start.current
      if (!from) return
      const distance = event.clientX - from.x
      const dx = onRight ? distance : Math.min(0, distance)
      if (!from.isSwiping && Math.abs(dx) < slackPx) return
      if (!from.isSwiping) event.currentTarget.setPointerCapture(event.pointerId)
      from.isSwiping = true
      show(event.currentTarget, dx)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    // The browser took over for a scroll.
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
  }
}

const isFar = (dx: number) => Math.abs(dx) >= swipeDistancePx
