import { SubmitButton } from '../../_components/submit-button';
import { openDemo } from '../../(marketing)/actions';

/** Goes on without an account. */
export function DemoButton() {
  return (
    <form action={openDemo} className="border-t pt-4">
      <SubmitButton variant="ghost" className="w-full">
        Try it without an account
      </SubmitButton>
    </form>
  );
}
