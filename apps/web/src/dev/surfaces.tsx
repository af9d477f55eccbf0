import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { OpenSheet } from '../ui/OpenSheet.tsx'
import { Page } from '../ui/Page.tsx'
import type { Specimen } from './specimen.ts'

/** Pages, cards and dialogs. */
export const surfaces: readonly Specimen[] = [
  {
    name: 'Card',
    purpose: 'One section of a page: a heading, optionally a control next to it, and content.',
    states: {
      plain: (
        <Card title="Summaries">
          <p>Defaults for new summaries.</p>
        </Card>
      ),
      'with a control': (
        <Card title="Profile" action={<Button kind="quiet">Edit</Button>}>
          <p>Ada Lovelace</p>
        </Card>
      ),
    },
  },
  {
    name: 'Dialog',
    purpose: 'The browser’s native modal dialog: it traps focus, closes on Escape and returns focus.',
    states: {
      modal: <DialogButton kind="modal" />,
      sheet: <DialogButton kind="sheet" />,
      panel: <DialogButton kind="panel" />,
      drawer: <DialogButton kind="drawer" />,
    },
  },
  {
    name: 'OpenSheet',
    purpose: 'A sheet that lets a third-party script (Stripe) open its own windows on top.',
    states: { sheet: <SheetButton /> },
  },
  {
    name: 'Page',
    purpose: 'A fixed header with the page heading, followed by the content.',
    states: {
      'top page': (
        <div className="page-frame">
          <Page title="My Summaries" actions={<Button kind="quiet">Select</Button>}>
            <p>Content of the page.</p>
          </Page>
        </div>
      ),
      'below another': (
        <div className="page-frame">
          <Page title="A heading that is too long for one line on a phone, so that it takes two lines" backTo="/">
            <p>Content of the page.</p>
          </Page>
        </div>
      ),
    },
  },
]

function DialogButton({ kind }: Pick<DialogProps, 'kind'>) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open the {kind}</Button>
      <Dialog kind={kind} label="A dialog" isOpen={isOpen} onClose={close}>
        <DialogContent onClose={close} />
      </Dialog>
    </>
  )
}

function SheetButton() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && (
        <OpenSheet label="A sheet" onClose={close}>
          <DialogContent onClose={close} />
        </OpenSheet>
      )}
    </>
  )
}

const DialogContent = ({ onClose }: { onClose(): void }) => (
  <>
    <h2>Log out everywhere?</h2>
    <p>You’ll have to log in again on all devices.</p>
    <Button onClick={onClose}>Close</Button>
  </>
)
