'use client'
import { useId } from 'react'
import { cx } from './cx'

/** A choice of one among few, side by side: radio buttons underneath, so that arrows move and readers count. */
export function Segmented<K extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: { key: K; label: string }[]
  value: K
  onChange: (key: K) => void
}) {
  const name = useId()
  return (
    <fieldset className="inline-flex rounded-1 border border-line-strong bg-surface">
      <legend className="sr-only">{label}</legend>
      {options.map((o) => (
        <label
          key={o.key}
          className={cx(
            'inline-flex h-[26px] cursor-pointer items-center border-line border-l px-3 text-sm first:border-l-0 has-focus-visible:outline-2 has-focus-visible:outline-focus touch:h-[42px]',
            o.key === value ? 'bg-selected font-semibold text-ink' : 'text-ink-2 hover:bg-hover',
          )}
        >
          <input
            type="radio"
            name={name}
            value={o.key}
            checked={o.key === value}
            onChange={() => onChange(o.key)}
            className="sr-only"
          />
          {o.label}
        </label>
      ))}
    </fieldset>
  )
}
