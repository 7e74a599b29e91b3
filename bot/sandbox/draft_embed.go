package sandbox

import (
	"net/url"
	"slices"
	"strconv"
	"time"
)

// embed checks embeds and puts them into the post. A file that an embed shows is not listed beside it.
func (s *Server) embed(f *faults, p *post, in []embedIn) {
	if len(in) > 10 {
		f.add("embeds", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
		return
	}
	all := p.files()
	p.Message.Embeds, p.Inside = []Embed{}, nil
	total := 0
	for i, one := range in {
		e := one.Embed
		at := "embeds." + strconv.Itoa(i)
		total += checkEmbed(f, at, e)
		e.Type = "rich"
		e.Image = p.show(f, at+".image.url", e.Image, all)
		e.Thumbnail = p.show(f, at+".thumbnail.url", e.Thumbnail, all)
		p.Message.Embeds = append(p.Message.Embeds, e)
	}
	if total > 6000 {
		f.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
	p.Message.Attachments = []Attachment{}
	for _, a := range all {
		if !slices.Contains(p.Inside, a) {
			p.Message.Attachments = append(p.Message.Attachments, a)
		}
	}
}

// show turns attachment:// into the address of the file.
func (p *post) show(f *faults, at string, image *EmbedImage, files []Attachment) *EmbedImage {
	if image == nil {
		return nil
	}
	name, ok := attached(image.URL)
	if !ok {
		checkURL(f, at, image.URL)
		return image
	}
	for _, a := range files {
		if a.Filename == fileName(name) {
			if !slices.Contains(p.Inside, a) {
				p.Inside = append(p.Inside, a)
			}
			return &EmbedImage{URL: a.URL, ProxyURL: a.ProxyURL, Width: a.Width, Height: a.Height, Description: a.Description}
		}
	}
	f.add(at, "SANDBOX_NO_SUCH_FILE", "The message has no file called %q.", name)
	return image
}

// checkEmbed checks one embed and gives its length.
func checkEmbed(f *faults, at string, e Embed) int {
	if e.Type != "" && e.Type != "rich" {
		f.add(at+".type", "BASE_TYPE_CHOICES", "Must be rich.")
	}
	f.length(at+".title", e.Title, 0, 256)
	f.length(at+".description", e.Description, 0, 4096)
	total := runes(e.Title) + runes(e.Description)
	if e.Color < 0 || e.Color > 0xffffff {
		f.add(at+".color", "NUMBER_TYPE_MAX", "int value should be between 0 and 16777215.")
	}
	if e.Timestamp != "" {
		if _, err := time.Parse(time.RFC3339, e.Timestamp); err != nil {
			f.add(at+".timestamp", "DATE_TIME_TYPE_PARSE", "Could not parse %s. Should be ISO8601.", e.Timestamp)
		}
	}
	checkURL(f, at+".url", e.URL)
	if e.Footer != nil {
		f.length(at+".footer.text", e.Footer.Text, 1, 2048)
		total += runes(e.Footer.Text)
	}
	if e.Author != nil {
		f.length(at+".author.name", e.Author.Name, 1, 256)
		total += runes(e.Author.Name)
	}
	if len(e.Fields) > 25 {
		f.add(at+".fields", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
	}
	for i, field := range e.Fields {
		f.length(at+".fields."+strconv.Itoa(i)+".name", field.Name, 1, 256)
		f.length(at+".fields."+strconv.Itoa(i)+".value", field.Value, 1, 1024)
		total += runes(field.Name) + runes(field.Value)
	}
	if total == 0 && e.Image == nil && e.Thumbnail == nil {
		f.add(at, "SANDBOX_EMPTY_EMBED", "An embed shows something.")
	}
	return total
}

func checkURL(f *faults, at, raw string) {
	if raw == "" {
		return
	}
	if u, err := url.Parse(raw); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		f.add(at, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
	}
}
