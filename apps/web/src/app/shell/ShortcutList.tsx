import { IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { texts } from '../texts.ts'
import './shortcut-list.css'

const { keys } = texts

export default function ShortcutList({ onClose }: { onClose(): void }) {
  return (
    <Dialog kind="modal" label={keys.title} isOpen onClose={onClose}>
      <div className="shortcut-list__head">
        <h2>{keys.title}</h2>
        <IconButton icon="close" label={keys.close} onClick={onClose} />
      </div>
      <dl className="shortcut-list">
        {keys.rows.map(([combination, meaning]) => (
          <div key={meaning} className="shortcut-list__row">
            <dt>{meaning}</dt>
            <dd>
              {combination.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
