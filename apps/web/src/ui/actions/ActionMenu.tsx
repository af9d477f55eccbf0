import { Menu } from '@base-ui/react/menu'
import { Icon } from '../Icon.tsx'
import type { ActionListProps } from './Actions.tsx'
import { useUnhiddenGuards } from './focus-guards.ts'
import './actions.css'

export default function ActionMenu({ title, actions, isOpen, onOpenChange, anchor }: ActionListProps) {
  useUnhiddenGuards(isOpen)
  return (
    <Menu.Root open={isOpen} onOpenChange={open => onOpenChange(open)}>
      {/* In the page's landmark for screen readers; in an open dialog because everything outside it is inert. */}
      <Menu.Portal container={anchor.current?.closest('main, header, dialog') ?? undefined}>
        <Menu.Positioner className="action-positioner" anchor={anchor} align="end" sideOffset={4}>
          <Menu.Popup className="action-menu" aria-label={title} finalFocus={anchor}>
            {actions.map(action => (
              <Menu.Item
                key={action.key ?? action.label}
                className="action"
                data-danger={action.isDanger ? '' : undefined}
                onClick={action.onSelect}
              >
                {action.icon && <Icon name={action.icon} />}
                <span className="action__label">{action.label}</span>
                {action.isChosen && <Icon name="check" />}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
