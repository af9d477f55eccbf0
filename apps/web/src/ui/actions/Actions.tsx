import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { isTablet, useMediaQuery } from '../../device/media-query.ts'
import type { IconName } from '../Icon.tsx'

export interface Action {
  /** Needed if several actions have the same label. */
  key?: string
  label: string
  icon?: IconName
  isDanger?: boolean
  /** Marks the current option in a list of options. */
  isChosen?: boolean
  onSelect(): void
}

export interface ActionListProps {
  title: string
  actions: readonly Action[]
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
  anchor: RefObject<HTMLElement | null>
}

const ActionSheet = lazy(() => import('./ActionSheet.tsx'))
const ActionMenu = lazy(() => import('./ActionMenu.tsx'))

export interface TriggerProps {
  ref: RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'menu' | 'dialog'
  'aria-expanded': boolean
  onClick(): void
}

/**
 * A list of actions behind one button: a bottom sheet on phones, a menu next to the button on wider screens. `asSheet` forces
 * the titled sheet. Loads its code when it is first opened.
 */
export function Actions(props: {
  title: string
  actions: readonly Action[]
  asSheet?: boolean
  trigger(props: TriggerProps): ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const isWide = useMediaQuery(isTablet)
  const asSheet = props.asSheet || !isWide
  const List = asSheet ? ActionSheet : ActionMenu
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      {props.trigger({
        ref: anchor,
        'aria-haspopup': asSheet ? 'dialog' : 'menu',
        'aria-expanded': isOpen,
        onClick: open,
      })}
      {wasOpened && (
        <Suspense>
          <List title={props.title} actions={props.actions} isOpen={isOpen} onOpenChange={setOpen} anchor={anchor} />
        </Suspense>
      )}
    </>
  )
}
