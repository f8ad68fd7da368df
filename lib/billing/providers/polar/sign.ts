/** The headers with which these bytes are sent at a given time. The event id travels in `webhook-id`. */
export { signMessage as sign } from '../standard-webhooks';
