import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button.tsx'
import { Input } from './input.tsx'

export function PasswordInput(props: Omit<ComponentProps<typeof Input>, 'type' | 'icon'>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <span className="relative block">
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className="pe-12"
      />
      <IconButton
        label={shown ? t('ui.hide_password') : t('ui.show_password')}
        icon={shown ? <EyeOff /> : <Eye />}
        onClick={() => setShown(!shown)}
        disabled={props.disabled}
        className="absolute inset-y-0 end-0.5 my-auto"
      />
    </span>
  )
}
