#!/bin/sh
# The script of action.yml. The variables INPUT_… are its inputs, and the runner sets the others. No variable is run as shell.
set -eu

# Writes a report into the summary of the run, if the runner has one.
tell() {
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    cat "$1" >> "$GITHUB_STEP_SUMMARY"
  fi
}

answer() {
  if [ -n "${GITHUB_OUTPUT:-}" ]; then
    printf '%s=%s\n' "$1" "$2" >> "$GITHUB_OUTPUT"
  fi
}

# Options of every command that works with consoles.
set --
if [ -n "${INPUT_CONSOLE:-}" ]; then
  set -- "$@" --console "$INPUT_CONSOLE"
fi
if [ -n "${INPUT_ROOT:-}" ]; then
  set -- "$@" --root "$INPUT_ROOT"
fi

code=0
case "${INPUT_RUN:-check}" in
  check)
    ordinance validate --format github "$@" || code=$?
    tests=0
    ordinance test "$@" || tests=$?
    if [ "$code" -eq 0 ]; then
      code=$tests
    fi
    ;;
  plan)
    if [ -n "${INPUT_FAIL_ON:-}" ]; then
      set -- "$@" --fail-on "$INPUT_FAIL_ON"
    fi
    report=${INPUT_REPORT:-plan.md}
    # A branch could contain symbolic links. A path from the root may lead through links of the machine.
    place=$report
    while [ "$place" != . ] && [ "$place" != / ]; do
      if [ -L "$place" ]; then
        echo "$place is a symbolic link, which is not followed" >&2
        exit 1
      fi
      case "$report" in
        /*) break ;;
      esac
      place=$(dirname -- "$place")
    done
    ordinance plan --format markdown --out "${INPUT_PLAN:-plan.json}" "$@" > "$report" || code=$?
    # An empty report would leave the comment of an earlier plan in place.
    [ -s "$report" ] || echo '### Plan: **failed**. See the log of the job.' > "$report"
    tell "$report"
    answer report "$report"
    answer plan "${INPUT_PLAN:-plan.json}"
    # 0: nothing to push. 2: something to push. 4: something to push, and the gate failed. Any other code: unknown.
    case "$code" in
      0) answer changes false ;;
      2 | 4) answer changes true ;;
    esac
    if [ "$code" -eq 2 ]; then
      code=0
    fi
    ;;
  push)
    if [ -n "${INPUT_CONFIRM:-}" ]; then
      set -- "$@" --confirm "$INPUT_CONFIRM"
    fi
    if [ "${INPUT_ALLOW_WEAKER:-}" = true ]; then
      set -- "$@" --allow-weaker
    fi
    ordinance push "$@" -- "${INPUT_PLAN:-plan.json}" || code=$?
    ;;
  *)
    echo "run is one of check, plan and push, not ${INPUT_RUN}" >&2
    code=1
    ;;
esac
answer code "$code"
exit "$code"
