import './LengthChip.css'

/** How long something is, on the corner of its picture. */
export const LengthChip = ({ children }: { children: string }) => <span className="length-chip">{children}</span>
