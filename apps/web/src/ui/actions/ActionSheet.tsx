import { Drawer } from '@base-ui/react/drawer'
import { Icon } from '../Icon.tsx'
import type { ActionListProps } from './Actions.tsx'
import { useUnhiddenGuards } from './focus-guards.ts'
import './actions.css'

/** A bottom sheet that can be swiped away. */
export default function ActionSheet({ title, actions, isOpen, onOpenChange, anchor }: ActionListProps) {
  useUnhiddenGuards(isOpen)
  return (
    <Drawer.Root modal="trap-focus" open={isOpen} onOpenChange={open => onOpenChange(open)}>
      {/* Everything outside an open native dialog is inert. */}
      <Drawer.Portal container={anchor.current?.closest('dialog') ?? undefined}>
        <Drawer.Backdrop className="action-backdrop" />
        <Drawer.Viewport className="action-viewport">
          <Drawer.Popup className="action-sheet" finalFocus={anchor}>
            <span className="action-sheet__grip" aria-hidden="true" />
            <Drawer.Content>
              <Drawer.Title className="action-sheet__title">{title}</Drawer.Title>
              <ul>
                {actions.map(action => (
                  <li key={action.key ?? action.label}>
                    <Drawer.Close
                      className="action"
                      data-danger={action.isDanger ? '' : undefined}
                      aria-pressed={action.isChosen}
                      onClick={action.onSelect}
                    >
                      {action.icon && <Icon name={action.icon} />}
                      <span className="action__label">{action.label}</span>
                      {action.isChosen && <Icon name="check" />}
                    </Drawer.Close>
                  </li>
                ))}
              </ul>
              <Drawer.Close className="action action--cancel">Cancel</Drawer.Close>
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
