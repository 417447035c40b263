// The same work with Go's net/http.
//
// Usage: net-http get|json|stream URL IN-FLIGHT REQUESTS [AUTHORITIES]
package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"
)

type item struct {
	ID          int      `json:"id"`
	Name        string   `json:"name"`
	Price       float64  `json:"price"`
	IsAvailable bool     `json:"isAvailable"`
	Tags        []string `json:"tags"`
	Comment     *string  `json:"comment"`
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "net-http:", err)
		os.Exit(1)
	}
}

func main() {
	verb, url := os.Args[1], os.Args[2]
	inFlight, err := strconv.Atoi(os.Args[3])
	check(err)
	total, err := strconv.Atoi(os.Args[4])
	check(err)
	transport := &http.Transport{MaxIdleConns: 0, MaxIdleConnsPerHost: inFlight, ForceAttemptHTTP2: true}
	if len(os.Args) > 5 {
		authorities, err := os.ReadFile(os.Args[5])
		check(err)
		pool := x509.NewCertPool()
		pool.AppendCertsFromPEM(authorities)
		transport.TLSClientConfig = &tls.Config{RootCAs: pool}
	}
	client := &http.Client{Transport: transport}
	var group sync.WaitGroup
	for worker := 0; worker < inFlight; worker++ {
		share := total / inFlight
		if worker < total%inFlight {
			share++
		}
		group.Add(1)
		go func() {
			defer group.Done()
			for ; share > 0; share-- {
				send(client, verb, url)
			}
		}()
	}
	group.Wait()
}

func send(client *http.Client, verb, url string) {
	response, err := client.Get(url)
	check(err)
	defer response.Body.Close()
	switch verb {
	case "json":
		body, err := io.ReadAll(response.Body)
		check(err)
		var items []item
		check(json.Unmarshal(body, &items))
		if len(items) != 16 {
			check(fmt.Errorf("%d items", len(items)))
		}
	case "stream":
		_, err = io.Copy(io.Discard, response.Body)
		check(err)
	default:
		_, err = io.ReadAll(response.Body)
		check(err)
	}
	if response.StatusCode != 200 {
		check(fmt.Errorf("status %d", response.StatusCode))
	}
}
