import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { OpenSheet } from '../ui/OpenSheet.tsx'
import { Page } from '../ui/Page.tsx'
import type { Specimen } from './specimen.ts'

/** What the rest stands on. */
export const surfaces: readonly Specimen[] = [
  {
    name: 'Card',
    purpose: 'One matter of a page: its heading, perhaps one control beside it, and its content.',
    states: {
      plain: (
        <Card title="Summaries">
          <p>What they look like by default.</p>
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
    purpose: 'The browser’s own modal dialog: it holds the focus, closes on Escape and gives the focus back.',
    states: {
      modal: <Opened kind="modal" />,
      sheet: <Opened kind="sheet" />,
      panel: <Opened kind="panel" />,
      drawer: <Opened kind="drawer" />,
    },
  },
  {
    name: 'OpenSheet',
    purpose: 'A sheet in which a foreign script may put windows of its own over ours.',
    states: { sheet: <OpenedSheet /> },
  },
  {
    name: 'Page',
    purpose: 'A fixed header with the heading of the page, then its content.',
    states: {
      'top page': (
        <div className="page-frame">
          <Page title="My Summaries" actions={<Button kind="quiet">Select</Button>}>
            <p>Its content.</p>
          </Page>
        </div>
      ),
      'below another': (
        <div className="page-frame">
          <Page
            title="A heading that is longer than there is room for on a phone, so that it takes two lines"
            backTo="/"
          >
            <p>Its content.</p>
          </Page>
        </div>
      ),
    },
  },
]

function Opened({ kind }: Pick<DialogProps, 'kind'>) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open the {kind}</Button>
      <Dialog kind={kind} label="A dialog" isOpen={isOpen} onClose={close}>
        <Inside onClose={close} />
      </Dialog>
    </>
  )
}

function OpenedSheet() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && (
        <OpenSheet label="A sheet" onClose={close}>
          <Inside onClose={close} />
        </OpenSheet>
      )}
    </>
  )
}

const Inside = ({ onClose }: { onClose(): void }) => (
  <>
    <h2>Log out everywhere?</h2>
    <p>Other devices have to log in again.</p>
    <Button onClick={onClose}>Close</Button>
  </>
)
