package render

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A line breaks after a word or, in languages without spaces, after a letter. It never breaks before a closing mark or
// after an opening one, and no text is lost.
func TestLinesBreakByTheRulesOfTheLanguage(t *testing.T) {
	h := fontFace{bold: true, size: 30}
	for _, text := range []string{
		"Round 3 of 9: four sets made. Take every set, then deal.",
		"ラウンド3/9：4セット。全部取ってから「配る」（`配る`）と言ってください。",
		"さくらとAnnの同点優勝、12点。",
	} {
		for width := 40; width < h.width(text); width += 7 {
			var lines []string
			for rest := text; rest != ""; {
				line, further := breakLine(h, rest, width)
				require.NotEmpty(t, line)
				first, last := []rune(line)[0], []rune(line)[len([]rune(line))-1]
				require.False(t, len(lines) > 0 && strings.ContainsRune("、。）」：", first), "%d: %q", width, line)
				require.False(t, strings.ContainsRune("（「", last), "%d: %q", width, line)
				lines, rest = append(lines, line), further
			}
			said := strings.ReplaceAll(strings.Join(lines, ""), " ", "")
			require.Equal(t, strings.ReplaceAll(text, " ", ""), said, width)
			short := cutLine(h, text, width+200)
			require.True(t, strings.HasSuffix(short, more) || short == text, short)
			require.LessOrEqual(t, h.width(short), width+200)
		}
	}
	line, rest := breakLine(h, "Ann gagne la manche 1\u00a0000.", h.width("Ann gagne la manche 1 00"))
	require.Equal(t, []string{"Ann gagne la manche", "1\u00a0000."}, []string{line, rest}, "a number must stay whole")
	line, rest = breakLine(h, "席Rの番：チェックかベット。", h.width("席Rの番：チェックかベッ"))
	require.Equal(t, []string{"席Rの番：チェックか", "ベット。"}, []string{line, rest}, "a line must not have only the end of a word")
	line, rest = breakLine(h, "全期間、イングリッシュ・セット", h.width("全期間、イングリッ"))
	require.Equal(t, []string{"全期間、", "イングリッシュ・セット"}, []string{line, rest}, "a katakana word must stay whole")
	line, _ = breakLine(h, "イングリッシュセット", h.width("イングリ"))
	require.Equal(t, "イング", line, "only a word longer than the line is broken")
	require.Equal(t, "セットを…", fit([]string{"セットを探そう。"}, "", 5))
	require.Equal(t, "Find a …", fit([]string{"Find a set."}, " ", 9))
}
