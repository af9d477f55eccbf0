import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { IconButton } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { texts } from './texts.ts'
import './share-sheet.css'

interface Props {
  title: string
  lead: string
  isOpen: boolean
  onClose(): void
  children: ReactNode
}

/** Sheet that explains what a share link shows; used for one summary and for several. */
export const ShareFrame = ({ title, lead, isOpen, onClose, children }: Props) => (
  <Dialog kind="sheet" label={title} isOpen={isOpen} onClose={onClose}>
    <div className="share-sheet">
      <header className="share-sheet__head">
        <h2>{title}</h2>
        <IconButton icon="close" label={texts.close} onClick={onClose} />
      </header>
      <p>{lead}</p>
      <dl className="share-sheet__sight">
        <dt>{texts.visible}</dt>
        <dd>{texts.visibleParts}</dd>
        <dt>{texts.hidden}</dt>
        <dd>{texts.hiddenParts}</dd>
      </dl>
      {children}
      <p className="share-sheet__others">
        {texts.popularHint} <Link to="/settings">{texts.settings}</Link>.
      </p>
    </div>
  </Dialog>
)
