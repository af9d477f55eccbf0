import './LengthChip.css'

/** A duration, in the corner of a thumbnail. */
export const LengthChip = ({ children }: { children: string }) => <span className="length-chip">{children}</span>
