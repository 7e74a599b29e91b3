package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"
)

// release is the part of .goreleaser.yaml about the supported systems.
type release struct {
	Before struct{ Hooks []string }
	Builds []struct {
		Goos, Goarch, Goarm []string
		Ignore              []struct{ Goos, Goarch string }
	}
	Archives []struct{ Files []string }
	Sboms    []struct {
		Artifacts, Cmd  string
		Args, Documents []string
	}
}

func releases(t *testing.T) (r release) {
	t.Helper()
	text, err := os.ReadFile("../../.goreleaser.yaml")
	require.NoError(t, err)
	require.NoError(t, yaml.Unmarshal(text, &r))
	return r
}

// archiveFiles returns the names of all files in an archive except the program.
func archiveFiles(t *testing.T) (names []string) {
	t.Helper()
	require.Len(t, releases(t).Archives, 1)
	for _, pattern := range releases(t).Archives[0].Files {
		require.NotContains(t, pattern, "**", "goreleaser's ** skips the files of the first folder")
		found, err := filepath.Glob("../../" + pattern)
		require.NoError(t, err)
		require.NotEmpty(t, found, pattern)
		for _, name := range found { // a folder stands for all files in it
			require.NoError(t, filepath.WalkDir(name, func(name string, at fs.DirEntry, err error) error {
				if err == nil && !at.IsDir() {
					names = append(names, strings.TrimPrefix(filepath.ToSlash(name), "../../"))
				}
				return err
			}))
		}
	}
	return names
}

var pageLink = regexp.MustCompile(`\]\(([^):#]+)(?:#[^)]*)?\)`)

// The archive contains every page and file to which its documentation links.
func TestArchiveHasEveryLinkedFile(t *testing.T) {
	files := archiveFiles(t)
	for _, needed := range []string{"README.md", "PRIVACY.md", "docs/hosting.md", "packaging/install.sh"} {
		require.Contains(t, files, needed)
	}
	for _, name := range files {
		if path.Ext(name) != ".md" {
			continue
		}
		text, err := os.ReadFile("../../" + name)
		require.NoError(t, err)
		for _, link := range pageLink.FindAllStringSubmatch(string(text), -1) {
			require.Contains(t, files, path.Join(path.Dir(name), link[1]), "%s links to it", name)
		}
	}
}

// Git and container builds ignore the files in which hosts store secrets.
func TestSecretsAreIgnored(t *testing.T) {
	for _, list := range []string{".gitignore", ".dockerignore"} {
		text, err := os.ReadFile("../../" + list)
		require.NoError(t, err)
		for _, name := range []string{"token.txt", "config.yaml"} {
			require.Regexp(t, `(?m)^/?`+regexp.QuoteMeta(name)+`$`, string(text), list)
		}
	}
}

// targets returns the operating systems with their processors.
func (r release) targets() (all [][2]string) {
	for _, b := range r.Builds {
		for _, system := range b.Goos {
			for _, cpu := range b.Goarch {
				if !slices.Contains(b.Ignore, struct{ Goos, Goarch string }{system, cpu}) {
					all = append(all, [2]string{system, cpu})
				}
			}
		}
	}
	return all
}

// Translations may be missing until the next release, which requires all of them.
func TestReleaseNeedsEveryTranslation(t *testing.T) {
	require.Contains(t, releases(t).Before.Hooks, "go run ./cmd/settable words check")
}

// A release supports all promised systems.
func TestReleaseContainsAllSystems(t *testing.T) {
	require.ElementsMatch(t, [][2]string{{"linux", "amd64"}, {"linux", "arm64"}, {"linux", "arm"},
		{"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
		{"freebsd", "amd64"}, {"freebsd", "arm64"}}, releases(t).targets())
	require.Equal(t, []string{"6", "7"}, releases(t).Builds[0].Goarm) // a Raspberry Pi Zero has an ARMv6 processor
}

// The test builds the program for every system, which takes minutes. It runs with SETTABLE_TEST_RELEASE=1, before a
// release.
func TestAllSystemsAreBuilt(t *testing.T) {
	if os.Getenv("SETTABLE_TEST_RELEASE") == "" {
		t.Skip("builds for nine systems take minutes: needs SETTABLE_TEST_RELEASE=1")
	}
	for _, at := range releases(t).targets() {
		t.Run(at[0]+"-"+at[1], func(t *testing.T) {
			build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w",
				"-o", filepath.Join(t.TempDir(), "settable"), ".")
			build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+at[0], "GOARCH="+at[1], "GOARM=6")
			out, err := build.CombinedOutput()
			require.NoError(t, err, "%s", out)
		})
	}
}

// A token that a container engine has mounted may have any mode: the host can't set it, and mode 0600 in compose would
// hide the file from the bot's user.
func TestMountedTokenNeedsNoMode(t *testing.T) {
	before := mountedSecrets
	t.Cleanup(func() { mountedSecrets = before })
	folder := t.TempDir()
	name := filepath.Join(folder, "token")
	require.NoError(t, os.WriteFile(name, []byte("a.b.c"), 0o644))
	var warnings strings.Builder
	warnExposed(&warnings, name)
	require.Contains(t, warnings.String(), "chmod 600")

	warnings.Reset()
	mountedSecrets = folder + "/"
	warnExposed(&warnings, name)
	require.Empty(t, warnings.String())
}

// kubernetes is the part of the manifests in packaging that must agree with the image and with each other.
type kubernetes struct {
	Metadata struct{ Name string }
	Spec     struct {
		Template struct {
			Spec struct {
				SecurityContext struct {
					RunAsUser  int `yaml:"runAsUser"`
					RunAsGroup int `yaml:"runAsGroup"`
					FsGroup    int `yaml:"fsGroup"`
				} `yaml:"securityContext"`
				TerminationGracePeriodSeconds int `yaml:"terminationGracePeriodSeconds"`
				Containers                    []struct {
					Args          []string
					Env           []struct{ Name, Value string }
					LivenessProbe struct {
						Exec struct{ Command []string }
					} `yaml:"livenessProbe"`
					VolumeMounts []struct {
						Name      string
						MountPath string `yaml:"mountPath"`
					} `yaml:"volumeMounts"`
				}
				Volumes []struct {
					Name                  string
					PersistentVolumeClaim struct {
						ClaimName string `yaml:"claimName"`
					} `yaml:"persistentVolumeClaim"`
				}
			}
		}
		VolumeClaimTemplates []struct{ Metadata struct{ Name string } } `yaml:"volumeClaimTemplates"`
	}
}

func TestKubernetesManifestsFitTheImage(t *testing.T) {
	image, err := os.ReadFile("../../Dockerfile")
	require.NoError(t, err)
	read := func(name string) (k kubernetes) {
		text, err := os.ReadFile("../../packaging/" + name)
		require.NoError(t, err)
		require.NoError(t, yaml.Unmarshal(text, &k), name)
		require.Len(t, k.Spec.Template.Spec.Containers, 1, name)
		user := k.Spec.Template.Spec.SecurityContext
		require.Contains(t, string(image), fmt.Sprintf("USER %d:%d\n", user.RunAsUser, user.RunAsGroup), name)
		require.Equal(t, user.RunAsUser, user.FsGroup, "%s: the bot may write to the volume", name)
		mounts := k.Spec.Template.Spec.Containers[0].VolumeMounts
		require.Equal(t, "data", mounts[0].Name, name)
		require.Contains(t, string(image), "VOLUME "+mounts[0].MountPath+"\n", name)
		return k
	}

	bot := read("kubernetes.yaml")
	container := bot.Spec.Template.Spec.Containers[0]
	require.Contains(t, string(image), `["`+strings.Join(container.LivenessProbe.Exec.Command, `", "`)+`"]`)
	require.GreaterOrEqual(t, bot.Spec.Template.Spec.TerminationGracePeriodSeconds, 10, "a stop takes up to eight seconds")
	require.Equal(t, "SETTABLE_TOKEN_FILE", container.Env[0].Name)
	require.Equal(t, container.VolumeMounts[1].MountPath, path.Dir(container.Env[0].Value), "the token is mounted")
	require.True(t, strings.HasPrefix(container.Env[0].Value, mountedSecrets))

	command := read("kubernetes-command.yaml").Spec.Template.Spec
	require.Equal(t, bot.Spec.VolumeClaimTemplates[0].Metadata.Name+"-"+bot.Metadata.Name+"-0",
		command.Volumes[0].PersistentVolumeClaim.ClaimName, "the command uses the bot's database")
	out, err := programCommand(append(command.Containers[0].Args, "--help")...).CombinedOutput()
	require.NoError(t, err, "%s", out)
}
