// Package trial puts a server through what the world may do to it: it is killed
// at random moments, spoken to over a line that loses, doubles, delays and cuts,
// given more games than it can bear, and nonsense. Afterwards the log of every
// game is compared with what the clients were told.
//
// Short forms run with the ordinary tests. The long ones are
//
//	make chaos    # 200 kills, two minutes of a bad line, a million messages
//	make load     # 1,000 games with 4,000 sockets, then more until it breaks
package trial
