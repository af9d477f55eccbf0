import { playbackSpeeds } from '@recaps/domain/playback'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDevice } from '../../device/DeviceContext.tsx'
import { areSingleKeysOn } from '../../device/single-key-shortcuts.ts'
import type { Player } from '../../features/player/engine.ts'
import { usePlayer } from '../../features/player/PlayerContext.tsx'
import { destinations } from './destinations.ts'

const ShortcutList = lazy(() => import('./ShortcutList.tsx'))
const CommandPalette = lazy(() => import('./CommandPalette.tsx'))

/** Time allowed between G and the second key. */
const chordMs = 1200
const skipMs = 15_000

/** Keyboard shortcuts. Off while typing or while a dialog or menu is open; Space is left to a focused control. */
export function Shortcuts() {
  const player = usePlayer()
  const navigate = useNavigate()
  const { storage } = useDevice()
  const [openDialog, setOpenDialog] = useState<'keys' | 'palette' | null>(null)
  const close = () => setOpenDialog(null)

  useEffect(() => {
    let chordUntil = 0
    const onKey = (event: KeyboardEvent) => {
      const dialog = document.querySelector('dialog[open], [role="dialog"], [role="menu"]')
      if (isPaletteKey(event)) {
        event.preventDefault()
        if (!dialog) setOpenDialog('palette')
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return
      // Users can turn single-key shortcuts off (WCAG 2.1.4: speech input can trigger them), except Space.
      if (event.key !== ' ' && !areSingleKeysOn(storage)) return
      const key = event.key.toLowerCase()
      const controlsPlayer = () => !(key === ' ' && isControl(event.target)) && controlPlayer(player, key, event.repeat)
      if (dialog) {
        if (dialog.querySelector('[data-shortcut-target="player"]') && controlsPlayer()) event.preventDefault()
      } else if (chordUntil > event.timeStamp && !event.repeat) {
        chordUntil = 0
        const target = destinations.find(destination => destination.key === key)
        if (target) navigate(target.path)
      } else if (key === 'g') chordUntil = event.timeStamp + chordMs
      else if (key === '?') setOpenDialog('keys')
      else if (key === '/') {
        if (focusSearch()) event.preventDefault()
      } else if (controlsPlayer()) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [player, navigate, storage])

  return (
    <Suspense>
      {openDialog === 'keys' && <ShortcutList onClose={close} />}
      {openDialog === 'palette' && <CommandPalette onClose={close} />}
    </Suspense>
  )
}

/** ⌘K or Ctrl+K. Works while typing too. */
const isPaletteKey = ({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && metaKey !== ctrlKey && !altKey && !shiftKey

/** Runs the player shortcut of a key, and returns whether it has one. Auto-repeat does not toggle playback. */
function controlPlayer(player: Player, key: string, isRepeat: boolean): boolean {
  const { queue, speed } = player.current()
  if (queue.length === 0) return false
  const adjacentSpeed = (step: number) => playbackSpeeds[playbackSpeeds.indexOf(speed) + step] ?? speed
  const toggle = () => isRepeat || player.toggle()
  const actions: Record<string, () => void> = {
    ' ': toggle,
    k: toggle,
    j: () => player.skip(-skipMs),
    l: () => player.skip(skipMs),
    '<': () => player.setSpeed(adjacentSpeed(-1)),
    '>': () => player.setSpeed(adjacentSpeed(1)),
  }
  actions[key]?.()
  return key in actions
}

function focusSearch(): boolean {
  const box = document.querySelector<HTMLElement>('[data-shortcut-target="search"]')
  box?.focus()
  return box !== null
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="range"], [type="checkbox"]), textarea, select'))

/** Controls that Space activates. It does nothing on a slider. */
const isControl = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('button, a, input:not([type="range"]), [role="menuitem"], summary') !== null
