import { Button as EmailButton } from '@react-email/button'
import { Heading } from '@react-email/heading'
import { Link } from '@react-email/link'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { createContext, createElement, type ReactNode, useContext } from 'react'
import { styles } from './mail-styles.ts'
import type { Letterhead } from './render-mail.ts'

/** Provided by the frame around every mail. */
export const LetterheadContext = createContext<Letterhead>({ productName: '', publicUrl: '', supportEmail: '' })

const h = createElement

// [ASVS 1.3.7]
/** The building blocks of mails. They escape their text; paths are relative to `PUBLIC_URL`. */
export const title = (text: string): ReactNode => h(Heading, { as: 'h1', style: styles.title, className: 'text' }, text)

export const paragraph = (...content: ReactNode[]): ReactNode =>
  h(Text, { style: styles.paragraph, className: 'text' }, ...content)

/** A list of names and values. Lines without a value are skipped. */
export const facts = (
  lines: readonly (readonly [name: string, value: string | false | null | undefined])[],
): ReactNode =>
  h(
    Section,
    { style: styles.facts },
    ...lines.map(
      ([name, value]) =>
        value &&
        h(
          Text,
          { key: name, style: styles.fact, className: 'text' },
          h('span', { style: styles.factName, className: 'foot' }, `${name}: `),
          value,
        ),
    ),
  )

/** Small print, for example what to do about an unexpected mail. */
export const note = (...content: ReactNode[]): ReactNode =>
  h(Text, { style: styles.note, className: 'foot' }, ...content)

/** A date or a topic above a title. */
export const eyebrow = (text: string): ReactNode => h(Text, { style: styles.eyebrow, className: 'foot' }, text)

/** The main action, with its address below for mail programs that show no buttons. */
export const button = (label: string, path: string): ReactNode => h(ButtonWithAddress, { label, path })

/** A button without its address, for actions that are also possible in the app. */
export const bareButton = (label: string, path: string): ReactNode => h(BareButton, { label, path })

export const link = (label: string, path: string): ReactNode => h(OwnLink, { label, path })

export const parts = (...all: ReactNode[]): ReactNode => h(Section, null, ...all)

interface LinkProps {
  label: string
  path: string
}

function BareButton({ label, path }: LinkProps): ReactNode {
  const { publicUrl } = useContext(LetterheadContext)
  return h(EmailButton, { href: publicUrl + path, style: styles.button, className: 'button' }, label)
}

function ButtonWithAddress({ label, path }: LinkProps): ReactNode {
  const { publicUrl } = useContext(LetterheadContext)
  const href = publicUrl + path
  return h(
    Section,
    null,
    h(BareButton, { label, path }),
    // In plain text, the button already shows its address.
    h(
      'div',
      { 'data-skip-in-text': 'true' },
      note('Or open this address: ', h(Link, { href, style: styles.address, className: 'foot' }, href)),
    ),
  )
}

function OwnLink({ label, path }: LinkProps): ReactNode {
  const { publicUrl } = useContext(LetterheadContext)
  return h(Link, { href: publicUrl + path, style: styles.link, className: 'link' }, label)
}
