export function SiteFooter() {
  return (
    <footer className="border-t">
      <p className="mx-auto max-w-6xl px-4 py-6 text-[0.8125rem] text-muted-foreground sm:px-6">
        Paidonce is open source under the MIT licence. Clone it, put your product in it, keep the billing.
      </p>
    </footer>
  );
}
