import { playbackSpeeds } from '@recaps/domain/playback'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDevice } from '../../device/DeviceContext.tsx'
import { areKeysOn } from '../../device/single-keys.ts'
import type { Player } from '../../features/player/engine.ts'
import { usePlayer } from '../../features/player/PlayerContext.tsx'
import { destinations } from './destinations.ts'

const ShortcutList = lazy(() => import('./ShortcutList.tsx'))
const CommandPalette = lazy(() => import('./CommandPalette.tsx'))

/** How long after G the second key counts. */
const chordMs = 1200
const skipMs = 15_000

/** The keys of the app. They rest while somebody types and behind what is open, and leave Space to a focused control. */
export function Shortcuts() {
  const player = usePlayer()
  const navigate = useNavigate()
  const { storage } = useDevice()
  const [open, setOpen] = useState<'keys' | 'palette' | null>(null)
  const close = () => setOpen(null)

  useEffect(() => {
    let chordUntil = 0
    const onKey = (event: KeyboardEvent) => {
      const dialog = document.querySelector('dialog[open], [role="dialog"], [role="menu"]')
      if (isPaletteKey(event)) {
        event.preventDefault()
        if (!dialog) setOpen('palette')
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      // Space is no letter that somebody may say or hit by chance.
      if (event.key !== ' ' && !areKeysOn(storage)) return
      const key = event.key.toLowerCase()
      const isSteered = () => !(key === ' ' && isControl(event.target)) && steer(player, key, event.repeat)
      if (dialog) {
        if (dialog.querySelector('[data-shortcut-target="player"]') && isSteered()) event.preventDefault()
      } else if (chordUntil > event.timeStamp && !event.repeat) {
        chordUntil = 0
        const place = destinations.find(destination => destination.key === key)
        if (place) navigate(place.path)
      } else if (key === 'g') chordUntil = event.timeStamp + chordMs
      else if (key === '?') setOpen('keys')
      else if (key === '/') {
        if (focusSearch()) event.preventDefault()
      } else if (isSteered()) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [player, navigate, storage])

  return (
    <Suspense>
      {open === 'keys' && <ShortcutList onClose={close} />}
      {open === 'palette' && <CommandPalette onClose={close} />}
    </Suspense>
  )
}

/** ⌘K, and Ctrl+K where there is no such key; also while somebody types. */
const isPaletteKey = ({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && metaKey !== ctrlKey && !altKey && !shiftKey

/** A key that is held down toggles once, and goes on with all else. */
function steer(player: Player, key: string, isHeld: boolean): boolean {
  const { queue, speed } = player.current()
  if (queue.length === 0) return false
  const nearby = (step: number) => playbackSpeeds[playbackSpeeds.indexOf(speed) + step] ?? speed
  const toggle = () => isHeld || player.toggle()
  const acts: Record<string, () => void> = {
    ' ': toggle,
    k: toggle,
    j: () => player.skip(-skipMs),
    l: () => player.skip(skipMs),
    '<': () => player.setSpeed(nearby(-1)),
    '>': () => player.setSpeed(nearby(1)),
  }
  acts[key]?.()
  return key in acts
}

function focusSearch(): boolean {
  const box = document.querySelector<HTMLElement>('[data-shortcut-target="search"]')
  box?.focus()
  return box !== null
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="range"], [type="checkbox"]), textarea, select'))

/** What Space presses; it does nothing to a bar that is dragged. */
const isControl = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('button, a, input:not([type="range"]), [role="menuitem"], summary') !== null
