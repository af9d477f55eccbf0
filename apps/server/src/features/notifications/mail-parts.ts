import { Button as EmailButton } from '@react-email/button'
import { Heading } from '@react-email/heading'
import { Link } from '@react-email/link'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { createContext, createElement, type ReactNode, useContext } from 'react'
import type { Letterhead } from './mail-frame.ts'
import { styles } from './mail-styles.ts'

/** Set by the frame around every mail. */
export const LetterheadContext = createContext<Letterhead>({ productName: '', publicUrl: '', supportEmail: '' })

const h = createElement

// [ASVS 1.3.7]
/** The parts that mails are made of. Text given to them is escaped, paths stand under `PUBLIC_URL`. */
export const title = (text: string): ReactNode => h(Heading, { as: 'h1', style: styles.title, className: 'text' }, text)

export const paragraph = (...content: ReactNode[]): ReactNode =>
  h(Text, { style: styles.paragraph, className: 'text' }, ...content)

/** What is so, line by line: a name and what it is; lines without anything are left out. */
export const facts = (
  lines: readonly (readonly [name: string, text: string | false | null | undefined])[],
): ReactNode =>
  h(
    Section,
    { style: styles.facts },
    ...lines.map(
      ([name, text]) =>
        text &&
        h(
          Text,
          { key: name, style: styles.fact, className: 'text' },
          h('span', { style: styles.factName, className: 'foot' }, `${name}: `),
          text,
        ),
    ),
  )

/** Smaller and quieter: what to do when one did not ask for this. */
export const note = (...content: ReactNode[]): ReactNode =>
  h(Text, { style: styles.note, className: 'foot' }, ...content)

/** A date or a topic above a title. */
export const eyebrow = (text: string): ReactNode => h(Text, { style: styles.eyebrow, className: 'foot' }, text)

/** One clear thing to do, with its address below for programs that show no buttons. */
export const button = (label: string, path: string): ReactNode => h(Action, { label, path })

/** The same without its address, where the thing can be done in the app as well. */
export const bareButton = (label: string, path: string): ReactNode => h(BareAction, { label, path })

export const link = (label: string, path: string): ReactNode => h(OwnLink, { label, path })

/** All of it, one part after the other. */
export const parts = (...all: ReactNode[]): ReactNode => h(Section, null, ...all)

interface Leading {
  label: string
  path: string
}

function BareAction({ label, path }: Leading): ReactNode {
  const { publicUrl } = useContext(LetterheadContext)
  return h(EmailButton, { href: publicUrl + path, style: styles.button, className: 'button' }, label)
}

function Action({ label, path }: Leading): ReactNode {
  const { publicUrl } = useContext(LetterheadContext)
  const href = publicUrl + path
  return h(
    Section,
    null,
    h(BareAction, { label, path }),
    // In plain text the button is its address already.
    h(
      'div',
      { 'data-skip-in-text': 'true' },
      note('Or open this address: ', h(Link, { href, style: styles.address, className: 'foot' }, href)),
    ),
  )
}

function OwnLink({ label, path }: Leading): ReactNode {
  const { publicUrl } = useContext(LetterheadContext)
  return h(Link, { href: publicUrl + path, style: styles.link, className: 'link' }, label)
}
