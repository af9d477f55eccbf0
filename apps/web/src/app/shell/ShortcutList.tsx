import { IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { texts } from './shortcut-texts.ts'
import './shortcut-list.css'

export default function ShortcutList({ onClose }: { onClose(): void }) {
  return (
    <Dialog kind="modal" label={texts.title} isOpen onClose={onClose}>
      <div className="shortcut-list__head">
        <h2>{texts.title}</h2>
        <IconButton icon="close" label={texts.close} onClick={onClose} />
      </div>
      <dl className="shortcut-list">
        {texts.rows.map(([combination, meaning]) => (
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
