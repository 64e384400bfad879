/** A stage with its curtains drawn aside; the same drawing as public/icons/icon.svg and build/first-frame/. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="4 3 56 57" fill="none" aria-hidden className={className}>
      <path
        d="M32 16c2.4 16.5 6.5 26 12.5 35.5h-25C25.5 42 29.6 32.5 32 16Z"
        fill="currentColor"
        opacity="0.22"
      />
      <path
        d="M8 56V31C8 17.7 18.7 7 32 7s24 10.7 24 24v25"
        stroke="currentColor"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <path d="M29.5 15.5c-.3 13.6-4.3 24.6-13 32.5V31c0-8.1 5.4-14.6 13-15.5Z" fill="currentColor" />
      <path d="M34.5 15.5c.3 13.6 4.3 24.6 13 32.5V31c0-8.1-5.4-14.6-13-15.5Z" fill="currentColor" />
      <path d="M21 56h22" stroke="currentColor" strokeWidth="6" strokeLinecap="round" />
    </svg>
  )
}
