import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import './Button.css'
import { Icon, type IconName } from './Icon.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & { ref?: Ref<HTMLButtonElement> }

export interface ButtonProps extends Native {
  kind?: ButtonKind
  icon?: IconName
  /** Shows a spinner and ignores clicks, but keeps the focus. */
  isBusy?: boolean
  isWide?: boolean
  isSmall?: boolean
  children: ReactNode
}

export function Button({ kind = 'secondary', icon, isBusy, isWide, isSmall, children, onClick, ...rest }: ButtonProps) {
  const classes = ['button', `button--${kind}`, isWide && 'button--wide', isSmall && 'button--small']
  return (
    <button
      type="button"
      {...rest}
      className={classes.filter(Boolean).join(' ')}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={isBusy ? event => event.preventDefault() : onClick}
    >
      {isBusy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}

export interface IconButtonProps extends Native {
  icon: IconName
  /** The accessible name and the tooltip. */
  label: string
  isRound?: boolean
}

export function IconButton({ icon, label, isRound, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={isRound ? 'icon-button icon-button--round' : 'icon-button'}
    >
      <Icon name={icon} />
    </button>
  )
}
