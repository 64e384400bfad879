import delivery_defaults from './delivery-defaults.json'

/** Loaded with the pages where defaults of new titles are set or shown; see lib/texts/delivery-default-texts.ts. */
export const deliveryDefaults = { delivery_defaults }
